export { outcomeOf, reportOf } from './build.js';
export { progressLine } from './progress.js';
export { compared, samplesOf } from './samples.js';
export { ratioLine, summary } from './terminal.js';
