/** What other folders may import from the HTML report. */

export { htmlReport } from './page.js';
