export { judgeRun, measuredOf, verdictOn, wording } from './judge.js';
export { measure } from './measure.js';
export { tallied, Watch } from './watch.js';
