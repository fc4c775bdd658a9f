/** The functions for the history of runs. */

export { historyHtml } from './history-html.js';
export { historyMarkdown } from './history-markdown.js';
export { historyOf } from './history-of.js';
