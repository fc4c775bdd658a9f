/** Runs load plans. */

export { type ExecuteOptions, execute, type Run } from './execute.js';
export { runShare } from './share.js';
export { doubtsAbout } from './trust.js';
