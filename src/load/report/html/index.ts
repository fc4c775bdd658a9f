/** Exports the load report as an HTML page. */

export { livePage, loadReportHtml, shownOf } from './page.js';
