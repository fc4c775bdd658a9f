/** The comparison of load reports. */

export { compareReports } from './ratios.js';
export { readReport } from './read.js';
