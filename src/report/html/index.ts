export { htmlReport } from './page.js';
