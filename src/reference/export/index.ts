/** The export API of the reference server. */

export { BadQuery } from './bad-query.js';
export { type Ask, type ExportBehaviour, exportBehaviour } from './behaviour.js';
export type { Destination } from './destinations.js';
export { exportHandler } from './handler.js';
export { type Problem, Rejected } from './problems.js';
