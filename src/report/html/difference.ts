/** Shows the difference between an expected and an actual result. */

import { type Html, html } from '../../page/index.js';
import { text } from './text.js';

/** In characters, of each result. */
const MAX_SHOWN = 1500;

export function difference(expected: string, received: string): Html {
  const [before, after] = [[...expected.slice(0, MAX_SHOWN)], [...received.slice(0, MAX_SHOWN)]];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  // If the texts have little in common, marks would only distract.
  const alike = head + tail >= shorter / 3;
  const side = (name: string, sign: string, whole: string, parts: readonly string[]): Html => {
    const marked = (from: number, to?: number): Html =>
      text(parts.slice(from, to).join(''), MAX_SHOWN);
    const end = parts.length - tail;
    const shown =
      alike && head < end
        ? html`${marked(0, head)}<mark>${marked(head, end)}</mark>${marked(end)}`
        : marked(0);
    const more = whole.length > MAX_SHOWN ? '…' : '';
    return html`<div class="${name}"><dt>${name}</dt><dd><span aria-hidden="true">${sign}</span> ${shown}${more}</dd></div>`;
  };
  return html`<dl class="difference">${side('expected', '−', expected, before)}${side('received', '+', received, after)}</dl>`;
}
