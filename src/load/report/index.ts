export { environmentOf, outcomeOf, reportOf } from './build.js';
export { loadCtrf } from './ctrf.js';
export { loadJunit } from './junit.js';
export { loadMarkdown } from './markdown.js';
export { progressLine } from './progress.js';
export { compared, samplesOf } from './samples.js';
export { ratioLine, summary, thresholdLine } from './terminal.js';
