/** The platform API of the reference server. */

export { type PlatformBehaviour, platformBehaviour } from './behaviour.js';
export { COLLECTIONS, type Collections, type Entity } from './collections.js';
export { platformHandler } from './handler.js';
