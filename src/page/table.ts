import { type Html, html, nothing } from './html.js';

type Cell = Html | string;

/**
 * A table that can be scrolled. The first cell of a row is its heading. Without rows the result is
 * empty. `kind` is a class of the style sheet: `words` for columns of text, `figures` for columns
 * of numbers.
 */
export function table(
  label: string,
  head: readonly Cell[],
  rows: readonly (readonly Cell[])[],
  kind = '',
): Html {
  if (rows.length === 0) return nothing;
  const header = head.map((cell) =>
    cell === '' ? html`<td></td>` : html`<th scope="col">${cell}</th>`,
  );
  const body = rows.map(
    ([first = '', ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return scrolling(
    label,
    html`<table class="${kind}"><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table>`,
  );
}

/**
 * A region for content that may be wider than the screen. It can be scrolled with the keyboard,
 * too.
 */
export const scrolling = (label: string, inside: Html): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Table: ${label}">${inside}</div>`;
