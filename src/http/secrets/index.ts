/** Exports the search for known secrets. */

export { bytesOf } from './bytes.js';
export { KnownSecrets, SHORTEST_SECRET } from './known-secrets.js';
