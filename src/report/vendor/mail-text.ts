/** Text in Markdown that reads the same in a mail that does not render it. */

import { excerpt } from '../visible.js';

/**
 * A word with one of these characters could be read as Markdown, HTML, a link or a mention. An
 * underscore within a word has no meaning.
 */
const SPECIAL = /[\\*[\]~$@`]|(?<![a-z0-9])_|_(?![a-z0-9])|:[/:]|<[a-z!/?]|&#?\w+;/i;

/** A JSON string is one word, even if it contains spaces. */
const WORD = /[^\s"]*"(?:[^"\\]|\\.)*"\S*|\S+/g;

/**
 * Returns one line. Instead of escaping characters, words with special characters become code. Text
 * between backticks stays code.
 */
export const mailText = (value: string, maxLength = 600): string =>
  excerpt(value, maxLength)
    .replace(/\s+/g, ' ')
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join('');

const plain = (text: string): string =>
  text.replace(WORD, (word) => (SPECIAL.test(word) ? code(word) : word));

/** The delimiters are longer than any run of backticks in the word. Closing marks stay outside. */
function code(word: string): string {
  const [, inner = '', end = ''] = /^(.*?)([,.;:)]*)$/s.exec(word) ?? [];
  const longest = Math.max(0, ...[...inner.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return inner === '' ? word : `${fence}${space}${inner}${space}${fence}${end}`;
}
