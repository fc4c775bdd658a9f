/** Validates responses of every interface against JSON Schemas that the user provides. */

export { ownDeviation, withOwnSchemas } from './own-checks.js';
export { itemKindsOf } from './pages-in.js';
