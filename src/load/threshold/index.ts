export { judgeRun, wording } from './judge.js';
export { type Measured, measure, measuredOf, mergeMeasured } from './measure.js';
export { tallied, Watch } from './watch.js';
