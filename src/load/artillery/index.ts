export { artilleryScript } from './script.js';
export { writeArtillery } from './write.js';
