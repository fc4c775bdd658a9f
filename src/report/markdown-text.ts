import { excerpt } from './visible.js';

/** Text from outside as one line of GitHub's Markdown that means nothing but itself, in a table cell as well. */
export const markdownText = (value: string, length = 300): string =>
  excerpt(value, length)
    .replace(/\s+/g, ' ')
    .replace(/[&<>"'`*_[\]()#|~@$\\{}!:]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Text from outside as a block that keeps its lines: HTML, for a fence of backticks can be broken out of. */
export const markdownBlock = (value: string, length = 1000): string =>
  `<pre>${excerpt(value, length).replace(/[&<>"'`*_[\]@$\\:]|\n(?=\s*\n)/g, (one) => (one === '\n' ? '\n&#8203;' : `&#${one.charCodeAt(0)};`))}</pre>`;
