/** The suite that validates responses against schemas of the vendor. */

export { ownDeviation, withOwnSchemas } from './own-checks.js';
export { itemKindsOf } from './pages-in.js';
