/** Exports the comparison of runs to other folders. */

export { compareRuns } from './compare-runs.js';
export { comparisonHtml } from './comparison-html.js';
export { comparisonText } from './comparison-text.js';
