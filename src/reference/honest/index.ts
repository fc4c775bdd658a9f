/** Generates descriptions of servers that conform to all documents. */

export { arbitraryServer, mayBeCombined } from './arbitrary.js';
export { CHOICES_OF, optionsFromDescription, type ServerDescription } from './honest-server.js';
