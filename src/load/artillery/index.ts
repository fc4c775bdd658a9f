export { measurable, readArtillery, UNMEASURED } from './read.js';
export { artilleryScript, writeArtillery } from './script.js';
