/** The comparison of implementations as an HTML page (`matrix.html`). */

import { type Html, html, htmlDocument, lines, note, scrolling } from '../../page/index.js';
import type { Implementation, MatrixRow, RunMatrix } from '../../schema/types.js';
import { style as reportStyle } from '../html/style.js';
import { count, sentence, text } from '../html/text.js';
import { tag } from '../html/verdicts.js';
import { percent } from '../percent.js';

const style = `${reportStyle}
.side th, .side td { text-align: left; vertical-align: top; white-space: normal; } .side thead th {
  min-width: 7rem; max-width: 14rem; white-space: normal; color: var(--ink); }
.side th[scope=row] { position: sticky; left: 0; background: var(--paper); min-width: 8rem;
  max-width: 26rem; font-weight: 400; }
.side td.failed, .side td.warning, .side td.inconclusive { background: var(--card);
  box-shadow: inset 3px 0 0 var(--tone); }
.side .section th { padding-top: 1rem; font-weight: 700; } .figures { font-weight: 400;
  display: block; }
th strong { white-space: nowrap; } .says { display: block; color: var(--soft); font-size: .85rem; }
  main:has(#differing:checked) .same { display: none; }
@media screen and (max-width: 44rem) { .side th[scope=row] { max-width: 9rem; } th strong {
  white-space: nowrap; } .says { display: none; } }
`;

/**
 * The table has a column for each implementation and a row for each clause. A checkbox hides the
 * clauses that have the same verdict for all implementations. CSS does this without a script.
 */
export function matrixHtml({ implementations, clauses, differ }: RunMatrix): string {
  const interfaces = [...new Set(clauses.map((clause) => clause.interface))];
  const parts = interfaces.map((name) => {
    const ofInterface = clauses.filter((clause) => clause.interface === name);
    const heading = html`<tr class="section${ofInterface.some(({ differs }) => differs) ? '' : ' same'}"><th colspan="${implementations.length + 1}" scope="rowgroup">${text(name, 60)}</th></tr>`;
    return html`<tbody>${heading}${lines(ofInterface.map(row))}</tbody>`;
  });
  return htmlDocument({
    title: 'Assay: implementations side by side',
    style,
    script: '',
    body: html`<header><h1>Implementations side by side</h1>
<p>${count(implementations.length, 'implementation')}, ${count(clauses.length, 'clause')}; verdicts differ on ${count(differ, 'clause')}.</p>
${new Set(implementations.map(({ document }) => document)).size > 1 ? note(html`<p>These runs used different versions of the clauses, so their results are not comparable.</p>`) : ''}</header>
<main><p><label><input type="checkbox" id="differing"${differ > 0 ? html` checked` : ''}> only clauses on which verdicts differ</label></p>
${scrolling(
  'Clauses by implementation',
  html`<table class="side">
<thead><tr><th scope="col">clause</th>${implementations.map(column)}</tr></thead>
${lines(parts)}
</table>`,
)}</main>`,
  });
}

const column = ({ name, startedAt, conformance, coverage, interrupted }: Implementation): Html =>
  html`<th scope="col">${text(name, 120)}<span class="figures">conformance ${percent(conformance.ratio)}</span><span class="figures">coverage ${percent(coverage.ratio)}</span><span class="figures soft">${text(startedAt.slice(0, 10), 40)}${interrupted ? ', interrupted' : ''}</span></th>`;

function row({ id, level, text: says, verdicts, differs }: MatrixRow): Html {
  const cells = verdicts.map((verdict) =>
    verdict === null
      ? html`<td class="soft">not run</td>`
      : html`<td class="${verdict}">${tag(verdict)}</td>`,
  );
  return html`<tr${differs ? '' : html` class="same"`}><th scope="row"><strong>${text(id, 60)}</strong> <span class="soft">${level}</span><span class="says">${sentence(says)}</span></th>${cells}</tr>`;
}
