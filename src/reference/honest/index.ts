/** Generated conforming servers. */

export { arbitraryServer, mayBeCombined } from './arbitrary.js';
export { CHOICES_OF, type HonestServer, honestOptions } from './honest-server.js';
