export { terminalReport } from './terminal.js';
