export { htmlDocument } from './document.js';
export { embedJson, escapeHtml } from './escape.js';
export { pageStyle } from './style.js';
