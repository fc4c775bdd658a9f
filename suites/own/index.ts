export { withOwnSchemas } from './own-suites.js';
export { pagesIn } from './pages-in.js';
