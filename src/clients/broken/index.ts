/** Exports the broken clients and the correct client. */

export { BROKEN_CLIENTS } from './broken-clients.js';
export { PlainClient } from './plain-client.js';
