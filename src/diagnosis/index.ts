export { diagnose } from './diagnose.js';
