export { livePage, loadReportHtml, reportParts } from './page.js';
export { ratiosPage } from './ratios-page.js';
