/** Exports the terminal report. */

export { terminalReport } from './terminal.js';
