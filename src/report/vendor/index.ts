/** Exports the letter to the vendor to other folders. */

export { vendorHtml } from './html.js';
export { vendorMarkdown } from './markdown.js';
