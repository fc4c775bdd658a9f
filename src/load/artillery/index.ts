export { writeArtillery } from './write.js';
