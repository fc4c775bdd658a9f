export { livePage, loadReportHtml, shownOf } from './page.js';
