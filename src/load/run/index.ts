export { commonStart } from './common-start.js';
export { execute, type Part, type Run } from './execute.js';
export { runShare } from './share.js';
export { doubtsAbout } from './trust.js';
