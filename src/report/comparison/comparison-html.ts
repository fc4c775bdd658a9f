/** The comparison of two runs as an HTML page. */

import {
  card,
  type Html,
  html,
  htmlDocument,
  label,
  lines,
  table,
  verdictBox,
} from '../../page/index.js';
import { style } from '../html/style.js';
import { count, sentence, text } from '../html/text.js';
import { tag } from '../html/verdicts.js';
import type { ChangedVerdict, Comparison } from './compare-runs.js';
import type { ResponseSummary } from './first-difference.js';

/** `before` and `after` are the names of the two runs. */
export function comparisonHtml(comparison: Comparison, before: string, after: string): string {
  const { circumstances, verdicts, same, worse } = comparison;
  const differences = Object.entries(circumstances).map(([name, { from, to }]) => [
    name,
    text(from, 300),
    text(to, 300),
  ]);
  return htmlDocument({
    title: 'Assay: what changed between two runs',
    style,
    script: '',
    body: html`<header><h1>What changed between two runs</h1>
<p>${verdictBox(worse > 0 ? 'bad' : 'good', worse > 0 ? count(worse, 'regression') : 'No regressions')}</p>
<p>${count(verdicts.length, 'verdict')} changed, ${same} the same.</p>
<p class="soft">from ${text(before, 300)} to ${text(after, 300)}</p></header>
<main>${verdicts.length === 0 ? '' : html`<h2>Changed verdicts</h2>${lines(verdicts.map(changeCard))}`}
<section><h2>Differences between the runs</h2>
${differences.length === 0 ? html`<p>Same tool, document, plan, target, settings, dialect and seed.</p>` : html`<p class="soft">A changed verdict may be caused by these differences instead of the target.</p>${table('Differences between the runs', ['what', 'before', 'after'], differences, 'words')}`}
</section></main>`,
  });
}

function changeCard({
  check,
  title,
  clauses,
  from,
  to,
  reason,
  worse,
  difference,
}: ChangedVerdict): Html {
  const verdict = (value: ChangedVerdict['from']): Html =>
    value === null ? html`<span class="soft">not run</span>` : tag(value);
  const differing =
    difference === null
      ? ''
      : html`${label('The first exchange that differs')}<p><code>${text(difference.request, 300)}</code></p>
<dl class="difference">${sideOf('before', difference.before)}${sideOf('after', difference.after)}</dl>`;
  return card(
    {
      kind: 'check',
      tone: to ?? 'skipped',
      level: 3,
      open: worse,
      heading: html`${verdict(from)} → ${verdict(to)} ${sentence(title)}`,
      about: html`${text(clauses.join(', '), 100)} · ${text(check, 200)}`,
    },
    html`${reason === null ? '' : html`<p class="reason">${text(reason, 1000)}</p>`}${differing}`,
  );
}

const sideOf = (name: string, side: ResponseSummary | null): Html =>
  html`<div class="${name === 'before' ? 'expected' : 'received'}"><dt>${name}</dt><dd>${
    side === null
      ? 'this request is not part of the evidence of the verdict'
      : text(`${side.status ?? 'no answer'} ${side.body} (exchange ${side.exchange})`, 400)
  }</dd></div>`;
