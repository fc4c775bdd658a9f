export { BROKEN_CLIENTS, type BrokenClient } from './broken-clients.js';
export { PlainClient } from './plain-client.js';
