export { compareRuns } from './compare-runs.js';
export { comparisonText } from './comparison-text.js';
