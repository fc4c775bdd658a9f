/** Shows the difference between an expected and an actual result. */

import { type Html, html } from '../../page/index.js';
import { text } from './text.js';

/** The maximum number of UTF-16 code units that are shown of each result. */
const MAX_SHOWN = 1500;

/** Shows two results below each other. Their differing parts are marked. */
export function difference(expected: string, received: string): Html {
  const wanted = [...expected.slice(0, MAX_SHOWN)];
  const actual = [...received.slice(0, MAX_SHOWN)];
  const shorter = Math.min(wanted.length, actual.length);
  let head = 0;
  while (head < shorter && wanted[head] === actual[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && wanted.at(-1 - tail) === actual.at(-1 - tail)) tail += 1;
  // If the texts have little in common, marks would only distract.
  const areSimilar = head + tail >= shorter / 3;
  const side = (name: string, sign: string, whole: string, characters: readonly string[]): Html => {
    const part = (from: number, to?: number): Html =>
      text(characters.slice(from, to).join(''), MAX_SHOWN);
    const end = characters.length - tail;
    const shown =
      areSimilar && head < end
        ? html`${part(0, head)}<mark>${part(head, end)}</mark>${part(end)}`
        : part(0);
    const more = whole.length > MAX_SHOWN ? '…' : '';
    return html`<div class="${name}"><dt>${name}</dt><dd><span aria-hidden="true">${sign}</span> ${shown}${more}</dd></div>`;
  };
  return html`<dl class="difference">${side('expected', '−', expected, wanted)}${side('received', '+', received, actual)}</dl>`;
}
