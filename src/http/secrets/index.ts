/** Exports the search for known secrets. */

export { bytesOf } from './escaped-text.js';
export { KnownSecrets, SHORTEST_SECRET } from './known-secrets.js';
