import { type Html, html, htmlDocument, lines } from '../../../page/index.js';
import type { LoadReport } from '../../../schema/types.js';
import { style } from './style.js';

type Ratio = NonNullable<LoadReport['comparison']>['ratios'][number];

const [WIDTH, MIDDLE] = [240, 120];
/** Half of the drawing is twice as much, or half as much. */
const place = (ratio: number): number =>
  Math.round(MIDDLE + Math.max(-1, Math.min(1, Math.log2(Math.max(ratio, 1e-9)))) * (MIDDLE - 6));

/** `compare --html` of two load reports: each ratio with its confidence interval, drawn about 1. */
export const ratiosPage = (ratios: readonly Ratio[], before: LoadReport, after: LoadReport): string =>
  htmlDocument({
    title: 'Assay: what changed between two load runs',
    style: `${style}\n.interval line { stroke: var(--soft); } .interval .span { stroke: var(--c0); stroke-width: 3; } .interval circle { fill: var(--c0); }`,
    script: '',
    body: html`<header><h1>What changed between two load runs</h1>
<p>${before.profile.name} against ${before.target.name}, ${before.startedAt}</p>
<p>${after.profile.name} against ${after.target.name}, ${after.startedAt}</p></header>
<main>${ratios.length === 0 ? html`<p>Too little was measured to compare.</p>` : rowsOf(ratios)}
<p class="soft">A ratio of 1 is no change. The bar is the interval that holds it with 95 % confidence, from half to twice as much.</p></main>`,
  });

const rowsOf = (ratios: readonly Ratio[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Ratios"><table><thead><tr><th scope="col">metric</th><th scope="col">ratio</th><th scope="col">interval</th><th scope="col" class="text">½ – 1 – 2</th><th scope="col" class="text">verdict</th></tr></thead><tbody>${lines(ratios.map(row))}</tbody></table></div>`;

function row({ metric, ratio, low, high, verdict, held }: Ratio): Html {
  const tone = held === undefined ? '' : held ? ' good' : ' bad';
  const drawn = html`<svg class="interval" width="${WIDTH}" height="16" aria-hidden="true"><line x1="${MIDDLE}" x2="${MIDDLE}" y1="0" y2="16"/><line class="span" x1="${place(low)}" x2="${place(high)}" y1="8" y2="8"/><circle cx="${place(ratio)}" cy="8" r="4"/></svg>`;
  return html`<tr><th scope="row">${metric}</th><td>${ratio.toFixed(3)}</td><td>${low.toFixed(3)} to ${high.toFixed(3)}</td><td class="text">${drawn}</td><td class="text${tone}">${held === undefined ? '' : held ? '✓ ' : '✗ '}${verdict}</td></tr>`;
}
