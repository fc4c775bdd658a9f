/** The HTML report for other folders. */

export { htmlReport } from './page.js';
