import { escapeHtml } from '../../page/index.js';

/** A table whose cells are HTML already; the first cell of a row is its heading. Says nothing where there are no rows. */
export function table(label: string, head: readonly string[], rows: readonly (readonly string[])[], kind = ''): string {
  if (rows.length === 0) return '';
  const header = head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`)).join('');
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  // A region that scrolls must be reachable with the keyboard.
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(label)}">` +
    `<table class="${kind}"><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
}
