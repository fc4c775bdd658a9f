/** The suite that validates responses against schemas of the vendor. */

export { ownDeviation, withOwnSchemas } from './own-suites.js';
export { itemKindsOf } from './pages-in.js';
