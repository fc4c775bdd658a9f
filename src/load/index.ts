/** The functions of the load tester that other folders use. */

export { comparisonOf } from './compare/comparison.js';
export { readReport } from './compare/read.js';
export { type EngineName, engineNames } from './engine/engines.js';
export { type Live, openLive, showProgress } from './live/live.js';
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
export type { Overrides } from './profile/overrides.js';
export type { Plan } from './profile/plan.js';
export { printedProfile, readProfile } from './profile/read.js';
export { reportOf } from './report/build.js';
export { conclusionOf, hasUnjudgedLimit } from './report/conclusion.js';
export { loadCtrf } from './report/ctrf.js';
export { loadJunit } from './report/junit.js';
export { loadMarkdown } from './report/markdown.js';
export { ratioLine, summary } from './report/terminal.js';
export type { Run } from './run/execute.js';
export { expectPermitted, neededOrigins } from './safety.js';
export { NotApplicable } from './scenario/need.js';
export { wording } from './threshold/judge.js';
