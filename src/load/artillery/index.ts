/** Exports a load profile to Artillery, and reads Artillery's results. */

export { isMeasurable, readArtillery, UNMEASURED } from './read.js';
export { artilleryScript, writeArtillery } from './script.js';
