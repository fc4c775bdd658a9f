export { measurable, readArtillery, UNMEASURED } from './read.js';
export { artilleryScript } from './script.js';
export { type WrittenScript, writeArtillery } from './write.js';
