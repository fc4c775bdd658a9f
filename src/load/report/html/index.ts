export { livePage, loadReportHtml, shownOf } from './page.js';
export { ratiosPage } from './ratios-page.js';
