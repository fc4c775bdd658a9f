/** The search for causes. */

export { diagnose } from './diagnose.js';
