/** Exports the terminal report to other folders. */

export { terminalReport } from './terminal.js';
