import { type Html, html, htmlDocument, lines } from '../../page/index.js';
import type { PastCause, PastRun, RunHistory, TargetHistory } from '../../schema/types.js';
import { style as reportStyle } from '../html/style.js';
import { table } from '../html/table.js';
import { count, sentence, text } from '../html/text.js';
import { percent } from '../percent.js';
import { chart } from './chart.js';
import { MARKS, STATE_WORDS } from './states.js';

const style = `${reportStyle}
.chart { width: 100%; max-width: 60rem; height: auto; font: 11px system-ui, sans-serif; } .chart text { fill: var(--soft); }
.scale line { stroke: var(--line); } polyline { fill: none; stroke-width: 2; }
.conformance polyline { stroke: var(--calm); } .conformance circle { fill: var(--calm); } .key.conformance { color: var(--calm); }
.coverage polyline { stroke: var(--warn); stroke-dasharray: 5 4; } .coverage circle { fill: var(--warn); } .key.coverage { color: var(--warn); margin-left: 1rem; }
h3 { margin: 1rem 0 .2rem; } .line { white-space: nowrap; letter-spacing: .25rem; font-weight: 600; } .line span { color: var(--tone); } .gone { --tone: var(--good); }
.new, .back, .open { --tone: var(--bad); } .accepted, .unjudged { --tone: var(--soft); } .state { color: var(--tone); font-weight: 600; }
@media print { .legend { display: block !important; } }
`;

/**
 * `history.html`: for each target a chart of both numbers, the findings over time, and the runs.
 */
export function historyHtml({ targets, interrupted }: RunHistory): string {
  return htmlDocument({
    title: 'Assay: history',
    style,
    script: '',
    body: html`<header><h1>History</h1><p class="soft">${count(targets.length, 'target')}, ${count(
      targets.reduce((sum, { runs }) => sum + runs.length, 0),
      'run',
    )}${interrupted === 0 ? '' : `; left out: ${count(interrupted, 'interrupted run')}`}</p></header>
<main>${lines(targets.map(section))}</main>`,
  });
}

function section({ target, runs, causes }: TargetHistory): Html {
  const unjudged = causes.filter(({ state }) => state === 'unjudged').map(({ clause }) => clause);
  const clauses = new Set(runs.map(({ document }) => document)).size;
  return html`<section><h2>${text(target, 200)}</h2>
${now(runs, causes)}
${clauses === 1 ? '' : html`<p class="note">These runs used ${clauses} versions of the clauses: their numbers are not comparable.</p>`}
${runs.length === 1 ? '' : chart(runs)}
${causes.length === 0 ? html`<p>No finding in any of these runs.</p>` : html`<h3>Findings over time</h3>`}
${table(`Findings of ${target}`, ['clause', 'runs, the oldest first', 'now', 'what'], causes.filter(({ state }) => state !== 'unjudged').map(cause), 'words')}
${unjudged.length === 0 ? '' : html`<p class="soft">Not judged in the last run: ${text(unjudged.join(', '), 2000)}</p>`}
<h3>Runs</h3>
${table(`Runs of ${target}`, ['started', 'conformance', 'coverage', 'findings', 'run'], runs.map(row).reverse(), 'words')}
</section>`;
}

/** The last run in one line: its numbers, and what it has that the one before had not. */
function now(runs: readonly PastRun[], causes: readonly PastCause[]): Html {
  const last = runs.at(-1);
  const number = (...states: readonly PastCause['state'][]): number =>
    causes.filter(({ state }) => states.includes(state)).length;
  return html`<p>Now: conformance <strong>${percent(last?.conformance.ratio ?? null)}</strong>, coverage <strong>${percent(last?.coverage.ratio ?? null)}</strong>; ${number('new', 'back')} new, ${number('open')} still failing, ${number('gone')} fixed.</p>`;
}

const cause = ({ clause, title, state, verdicts }: PastCause): readonly (Html | string)[] => [
  text(clause, 60),
  html`<span class="line" role="img" aria-label="${verdicts.join(', ')}">${verdicts.map((past) => html`<span class="${past}">${MARKS[past]}</span>`)}</span>`,
  html`<span class="state ${state}">${STATE_WORDS[state]}</span>`,
  sentence(title),
];

const row = ({
  run,
  startedAt,
  interrupted,
  conformance,
  coverage,
  causes,
}: PastRun): readonly (Html | string)[] => [
  html`${text(startedAt.slice(0, 16).replace('T', ' '), 40)}${interrupted ? html` <span class="warn">interrupted</span>` : ''}`,
  html`${percent(conformance.ratio)} <span class="soft">${conformance.passed} of ${conformance.judged}</span>`,
  html`${percent(coverage.ratio)} <span class="soft">${coverage.judged} of ${coverage.total}</span>`,
  String(causes),
  html`<span class="soft">${text(run, 300)}</span>`,
];
