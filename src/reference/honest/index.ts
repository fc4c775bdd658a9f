/** Descriptions of servers that conform to all documents, and their generator. */

export { arbitraryServer, mayBeCombined } from './arbitrary.js';
export { CHOICES_OF, optionsFromDescription, type ServerDescription } from './honest-server.js';
