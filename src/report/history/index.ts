/** The history of runs for other folders. */

export { historyHtml } from './history-html.js';
export { historyMarkdown } from './history-markdown.js';
export { historyOf } from './history-of.js';
