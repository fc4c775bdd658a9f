export { ownDeviation, withOwnSchemas } from './own-suites.js';
export { placesOf } from './pages-in.js';
