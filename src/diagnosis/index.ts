/** The search for causes that explain several failed checks. */

export { diagnose } from './diagnose.js';
