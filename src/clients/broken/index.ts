export { BROKEN_CLIENTS } from './broken-clients.js';
export { PlainClient } from './plain-client.js';
