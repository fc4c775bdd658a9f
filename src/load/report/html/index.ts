export { loadReportHtml } from './page.js';
