export { judgeRun, keeps, measuredOf, verdictOn, wording } from './judge.js';
export { columnOf, type Measured, measure } from './measure.js';
export { tallied, Watch } from './watch.js';
