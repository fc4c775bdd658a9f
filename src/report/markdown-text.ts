/** Escapes external text for Markdown. */

import { excerpt } from './visible.js';

/** A backslash escapes these characters, which keeps the text readable in plain mail. */
const SPECIAL = /[\\`*_[\]|~$@]|(?<=\])\(|:(?=\/\/|:)|&(?=#?\w+;)|</g;

/** One line of GitHub Markdown without formatting, also valid in a table cell. */
export const markdownText = (value: string, length = 300): string =>
  escaped(oneLine(value, length));

/**
 * A sentence of the specification. Its code is formatted as code, unless the code could be read as
 * a tag or a table cell.
 */
export const markdownSentence = (value: string, length = 600): string =>
  oneLine(value, length)
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`|]+`$/.test(part) && !/<[a-z!/?]/i.test(part) ? part : escaped(part)))
    .join('');

/** One line in an HTML element within Markdown. */
export const markdownHtml = (value: string, length = 300): string =>
  oneLine(value, length).replace(
    /[&<>"'`*_[\]()#|~@$\\{}!:]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );

/** The fence is longer than any run of backticks in the text. */
export function markdownBlock(value: string, length = 1000): string {
  // In the log of a CI job, a line that begins with :: is a command, even within a fence.
  const text = excerpt(value, length).replace(/^(\s*):(?=:)/gm, '$1\\u003a');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const oneLine = (value: string, length: number): string =>
  excerpt(value, length).replace(/\s+/g, ' ');
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' };

const escaped = (text: string): string =>
  text
    .replace(SPECIAL, (mark) => ENTITIES[mark] ?? `\\${mark}`)
    .replace(/^[#>+=-]|^\d+(?=[.)])/, '\\$&');
