export { type Launch, launchCommand } from './launch.js';
export { runClient } from './run.js';
export { withoutTargets } from './settings.js';
