export { arbitraryServer } from './arbitrary.js';
export { type HonestServer, honestOptions } from './honest-server.js';
