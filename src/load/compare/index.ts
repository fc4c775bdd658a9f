export { mergeReports } from './merge.js';
export { compareReports, limitsOf } from './ratios.js';
export { readReport } from './read.js';
