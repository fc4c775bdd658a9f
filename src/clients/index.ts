export { type Ending, type Launch, launchCommand } from './launch.js';
export { type ClientRunOptions, runClient } from './run.js';
export { withoutTargets } from './settings.js';
