/** The terminal report for other folders. */

export { terminalReport } from './terminal.js';
