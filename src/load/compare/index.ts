/** The comparison of load reports. */

export { comparisonOf } from './comparison.js';
export { compareReports } from './ratios.js';
export { readReport } from './read.js';
