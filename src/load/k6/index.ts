export { k6Script } from './script.js';
export { writeK6 } from './write.js';
