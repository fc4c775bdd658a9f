/** Exports the building blocks of HTML pages to other folders. */

export { card, note, tiles, verdictBox } from './card.js';
export { chart } from './chart.js';
export { code, label } from './code.js';
export { colours } from './colours.js';
export { htmlDocument } from './document.js';
export { embedJson, type Html, html, joined, lines, nothing } from './html.js';
export { pageStyle } from './style.js';
export { scrolling, table } from './table.js';
