/** Measures what thresholds limit during a run, and judges the thresholds in the end. */

export { isWithinLimit, judgeRun, wording } from './judge.js';
export {
  isOfWholeRun,
  type Measured,
  measure,
  measuredOf,
  mergeMeasured,
  visitsIn,
} from './measure.js';
export { tallyOf, Watch } from './watch.js';
