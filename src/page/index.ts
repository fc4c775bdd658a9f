export { htmlDocument, type Page } from './document.js';
export { embedJson, escapeHtml } from './escape.js';
export { pageStyle } from './style.js';
