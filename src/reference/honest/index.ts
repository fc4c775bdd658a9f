/** Descriptions of servers that conform to the specification, and a generator of descriptions. */

export { arbitraryServer, mayBeCombined } from './arbitrary.js';
export { CHOICES_OF, optionsFromDescription, type ServerDescription } from './honest-server.js';
