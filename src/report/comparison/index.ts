export { type ChangedVerdict, type Comparison, compareRuns } from './compare-runs.js';
export { comparisonText } from './comparison-text.js';
export type { Difference, Sight } from './first-difference.js';
