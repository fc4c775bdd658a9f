export { type ExecuteOptions, execute, type Run } from './execute.js';
export { runShare, type Share } from './share.js';
export { doubtsAbout } from './trust.js';
export { runWorkers } from './workers.js';
