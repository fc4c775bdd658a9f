import { type Html, html, nothing } from '../../page/index.js';

/**
 * A table whose cells are text or HTML; the first cell of a row is its heading. Empty without rows.
 */
export function table(
  label: string,
  head: readonly (Html | string)[],
  rows: readonly (readonly (Html | string)[])[],
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
  // A region that scrolls must be reachable with the keyboard.
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="${kind}"><thead><tr>${header}</tr></thead><tbody>${body}</tbody></table></div>`;
}
