/** The functions of the load tester that other folders use. */

export { comparisonOf, readReport } from './compare/index.js';
export { type EngineName, engineNames } from './engine/index.js';
export { type Live, openLive, showProgress } from './live/index.js';
export {
  type LoadOptions,
  type Prepared,
  prepare,
  reportedTarget,
  reportRuns,
  runOnce,
  runSearch,
} from './load.js';
export { expectOpenFiles } from './open-files.js';
export { outlineOf } from './outline.js';
export { type Output, observesAll, openOutputs } from './output/index.js';
export { type Overrides, type Plan, printedProfile, readProfile } from './profile/index.js';
export {
  conclusionOf,
  isUnjudgedLimit,
  loadCtrf,
  loadJunit,
  loadMarkdown,
  ratioLine,
  reportOf,
  summary,
} from './report/index.js';
export type { Run } from './run/index.js';
export { expectPermitted, neededOrigins } from './safety.js';
export { NotApplicable } from './scenario/index.js';
export { wording } from './threshold/index.js';
