/** The functions for comparing implementations side by side. */

export { matrixHtml } from './matrix-html.js';
export { matrixMarkdown } from './matrix-markdown.js';
export { matrixOf } from './matrix-of.js';
