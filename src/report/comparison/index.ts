/** The functions for comparing runs. */

export { compareRuns } from './compare-runs.js';
export { comparisonHtml } from './comparison-html.js';
export { comparisonText } from './comparison-text.js';
