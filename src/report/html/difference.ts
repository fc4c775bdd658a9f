import { text } from './text.js';

/** Characters of each side that are shown. */
const SHOWN = 1500;

/** What was expected and what came, one above the other, with the part in which they differ marked. */
export function difference(expected: string, received: string): string {
  const [before, after] = [[...expected.slice(0, SHOWN)], [...received.slice(0, SHOWN)]];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  // Marks in two texts that have little in common only disturb.
  const alike = head + tail >= shorter / 3;
  const side = (name: string, sign: string, whole: string, parts: readonly string[]): string => {
    const marked = (from: number, to?: number): string => text(parts.slice(from, to).join(''), SHOWN);
    const end = parts.length - tail;
    const shown = alike && head < end ? `${marked(0, head)}<mark>${marked(head, end)}</mark>${marked(end)}` : marked(0);
    const more = whole.length > SHOWN ? '…' : '';
    return `<div class="${name}"><dt>${name}</dt><dd><span aria-hidden="true">${sign}</span> ${shown}${more}</dd></div>`;
  };
  return `<dl class="difference">${side('expected', '−', expected, before)}${side('received', '+', received, after)}</dl>`;
}
