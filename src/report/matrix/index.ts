/** Exports the comparison of implementations to other folders. */

export { matrixHtml } from './matrix-html.js';
export { matrixMarkdown } from './matrix-markdown.js';
export { matrixOf } from './matrix-of.js';
