export { mergeReports } from './merge.js';
export { compareReports } from './ratios.js';
export { readReport } from './read.js';
