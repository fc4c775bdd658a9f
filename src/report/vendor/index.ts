/** The letter to the vendor for other folders. */

export { vendorHtml } from './html.js';
export { vendorMarkdown } from './markdown.js';
