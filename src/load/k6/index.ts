export { writeK6 } from './write.js';
