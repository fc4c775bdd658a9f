export { type ExecuteOptions, execute, type Run, warmUpOf } from './execute.js';
export { runShare } from './share.js';
export { doubtsAbout } from './trust.js';
