import { excerpt } from './visible.js';

/**
 * What means something to Markdown: a backslash takes it away, and plain text, as in a mail, stays
 * readable.
 */
const MARKS = /[\\`*_[\]|~$@]|(?<=\])\(|:(?=\/\/|:)|&(?=#?\w+;)|</g;

/**
 * Text from outside as one line of GitHub's Markdown that means nothing but itself, in a table cell
 * as well.
 */
export const markdownText = (value: string, length = 300): string =>
  escaped(oneLine(value, length));

/**
 * A sentence of the document: its `code` set as code, where nothing in it could be taken for a tag
 * or a cell.
 */
export const markdownSentence = (value: string, length = 600): string =>
  oneLine(value, length)
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`|]+`$/.test(part) && !/<[a-z!/?]/i.test(part) ? part : escaped(part)))
    .join('');

/** External text as one line in an HTML element within Markdown. */
export const markdownHtml = (value: string, length = 300): string =>
  oneLine(value, length).replace(
    /[&<>"'`*_[\]()#|~@$\\{}!:]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );

/** Text from outside as a block that keeps its lines: a fence longer than any run of backticks in it. */
export function markdownBlock(value: string, length = 1000): string {
  // In the log of a job a line that begins with :: is a command, also in a fence.
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
    .replace(MARKS, (mark) => ENTITIES[mark] ?? `\\${mark}`)
    .replace(/^[#>+=-]|^\d+(?=[.)])/, '\\$&');
