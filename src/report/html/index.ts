/** Exports the HTML report. */

export { htmlReport } from './page.js';
