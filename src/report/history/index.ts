/** Exports the history of runs to other folders. */

export { historyHtml } from './history-html.js';
export { historyMarkdown } from './history-markdown.js';
export { historyOf } from './history-of.js';
