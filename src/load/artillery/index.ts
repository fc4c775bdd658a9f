export { artilleryScript } from './script.js';
export { variablesOf, withoutSecrets } from './secrets.js';
export { type WrittenScript, writeArtillery } from './write.js';
