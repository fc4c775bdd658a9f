/** Exports the letter to the vendor. */

export { vendorHtml } from './html.js';
export { vendorMarkdown } from './markdown.js';
