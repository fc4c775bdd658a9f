export { vendorHtml } from './html.js';
export { vendorMarkdown } from './markdown.js';
