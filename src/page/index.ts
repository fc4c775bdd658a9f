export { htmlDocument } from './document.js';
export { embedJson, type Html, html, joined, lines, nothing } from './html.js';
export { pageStyle } from './style.js';
