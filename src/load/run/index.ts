/** Runs load plans. */

export { type ExecuteOptions, execute, type Run } from './execute.js';
export { runShare } from './share.js';
export { hasShortage } from './shortage.js';
export { doubtsOf, longestDelay, wasDisturbed } from './trust.js';
