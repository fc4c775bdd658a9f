/** Escapes external text for Markdown. */

import { excerpt } from './visible.js';

/**
 * Characters with a meaning in Markdown: `(` only after `]`, and `:` only before `//` or `:`. `<`
 * and `&` become entities. The others get a backslash, which keeps the text readable in plain mail.
 */
const SPECIAL = /[\\`*_[\]|~$@]|(?<=\])\(|:(?=\/\/|:)|&(?=#?\w+;)|</g;

/** Returns one line of GitHub Markdown without formatting. It may be used in a table cell. */
export const markdownText = (value: string, maxLength = 300): string =>
  escaped(oneLine(value, maxLength));

/**
 * Returns one line in which text between backticks stays code, such as a sentence of the
 * specification. Code that looks like an HTML tag, or contains `|`, is escaped.
 */
export const markdownSentence = (value: string, maxLength = 600): string =>
  oneLine(value, maxLength)
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`|]+`$/.test(part) && !/<[a-z!/?]/i.test(part) ? part : escaped(part)))
    .join('');

/** Returns one line for the content of an HTML element within Markdown. */
export const markdownHtml = (value: string, maxLength = 300): string =>
  oneLine(value, maxLength).replace(
    /[&<>"'`*_[\]()#|~@$\\{}!:]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );

/**
 * Returns a code block. Its fence has more backticks than any sequence of backticks in the text.
 */
export function markdownBlock(value: string, maxLength = 1000): string {
  // In the log of a CI job, a line that begins with :: is a command, even within a fence.
  const text = excerpt(value, maxLength).replace(/^(\s*):(?=:)/gm, '$1\\u003a');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const oneLine = (value: string, maxLength: number): string =>
  excerpt(value, maxLength).replace(/\s+/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' };

const escaped = (text: string): string =>
  text
    .replace(SPECIAL, (mark) => ENTITIES[mark] ?? `\\${mark}`)
    .replace(/^[#>+=-]|^\d+(?=[.)])/, '\\$&');
