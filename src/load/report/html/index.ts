export { livePage, loadReportHtml, reportParts } from './page.js';
