export { compareReports, mergeReports, readReport } from './compare/index.js';
export { type LoadOptions, type Prepared, prepare, reportRuns, runOnce, runSearch } from './load.js';
export { type Plan, readProfile } from './profile/index.js';
export { progressLine, ratioLine, summary } from './report/index.js';
export { expectPermitted } from './safety.js';
export { Unfit } from './scenario/index.js';
