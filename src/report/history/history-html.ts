/** The history of runs as an HTML page (`history.html`). */

import { type Html, html, htmlDocument, lines, note, table } from '../../page/index.js';
import type { PastFinding, PastRun, RunHistory, TargetHistory } from '../../schema/types.js';
import { style as reportStyle } from '../html/style.js';
import { count, sentence, text } from '../html/text.js';
import { percent } from '../percent.js';
import { historyChart } from './chart.js';
import { MARKS, STATE_WORDS } from './states.js';

const style = `${reportStyle}
.plot { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .5rem; max-width: 60rem; }
.levels { display: flex; flex-direction: column; justify-content: space-between; text-align: right;
  margin: -.6rem 0; }
.levels, .ends { font-size: .8rem; color: var(--soft); } .ends { grid-column: 2; display: flex;
  justify-content: space-between; gap: 1rem; }
.plot svg { width: 100%; height: 11rem; overflow: visible; } .plot path, polyline { fill: none;
  vector-effect: non-scaling-stroke; }
.grid path { stroke: var(--line); } polyline { stroke-width: 2; } .plot .dot { stroke-width: 7;
  stroke-linecap: round; }
.conformance :is(polyline, .dot) { stroke: var(--calm); } .key.conformance { color: var(--calm); }
.coverage :is(polyline, .dot) { stroke: var(--warn); } .coverage polyline { stroke-dasharray: 5 4;
  } .key.coverage { color: var(--warn); margin-left: 1rem; }
h3 { margin: 1rem 0 .2rem; } .line { white-space: nowrap; letter-spacing: .25rem; font-weight: 600;
  } .line span { color: var(--tone); } .gone { --tone: var(--good); }
.new, .back, .open { --tone: var(--bad); } .accepted, .unjudged { --tone: var(--soft); } .state {
  color: var(--tone); font-weight: 600; }
`;

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

function section({ target, runs, findings }: TargetHistory): Html {
  const untested = findings.filter(({ state }) => state === 'unjudged');
  const versions = new Set(runs.map(({ document }) => document)).size;
  return html`<section><h2>${text(target, 200)}</h2>
${currentState(runs, findings)}
${versions === 1 ? '' : note(html`<p>These runs used ${versions} versions of the clauses, so the numbers of these runs are not comparable.</p>`)}
${runs.length === 1 ? '' : historyChart(runs)}
${findings.length === 0 ? html`<p>No finding in any of these runs.</p>` : html`<h3>Findings over time</h3>`}
${table(`Findings of ${target}`, ['clause', 'runs, the oldest first', 'now', 'finding'], findings.filter(({ state }) => state !== 'unjudged').map(findingRow), 'words')}
${untested.length === 0 ? '' : html`<p class="soft">Not tested in the last run: ${text(untested.map(({ checks }) => checks[0]).join(', '), 2000)}</p>`}
<h3>Runs</h3>
${table(`Runs of ${target}`, ['started', 'conformance', 'coverage', 'findings', 'run'], runs.map(runRow).reverse(), 'words')}
</section>`;
}

function currentState(runs: readonly PastRun[], findings: readonly PastFinding[]): Html {
  const last = runs.at(-1);
  const countOf = (...states: readonly PastFinding['state'][]): number =>
    findings.filter(({ state }) => states.includes(state)).length;
  return html`<p>Now: conformance <strong>${percent(last?.conformance.ratio ?? null)}</strong>, coverage <strong>${percent(last?.coverage.ratio ?? null)}</strong>; ${countOf('new', 'back')} new, ${countOf('open')} still failing, ${countOf('gone')} fixed.</p>`;
}

/** Returns the CSS class of the colour. A finding that is only a warning is never red. */
const toneOf = ({ state, verdicts }: PastFinding): string =>
  verdicts.at(-1) === 'warning' ? 'warning' : state;

const findingRow = (past: PastFinding): readonly (Html | string)[] => {
  const { clause, title, checks, state, verdicts } = past;
  return [
    text(clause, 60),
    html`<span class="line" role="img" aria-label="${verdicts.join(', ')}">${verdicts.map((one) => html`<span class="${one}">${MARKS[one]}</span>`)}</span>`,
    html`<span class="state ${toneOf(past)}">${STATE_WORDS[state]}</span>`,
    html`${sentence(title)} <span class="soft">${count(checks.length, 'check')}</span>`,
  ];
};

const runRow = ({
  run,
  startedAt,
  conformance,
  coverage,
  findings,
}: PastRun): readonly (Html | string)[] => [
  html`${text(startedAt.slice(0, 16).replace('T', ' '), 40)}`,
  html`${percent(conformance.ratio)} <span class="soft">${conformance.passed} of ${conformance.judged}</span>`,
  html`${percent(coverage.ratio)} <span class="soft">${coverage.judged} of ${coverage.total}</span>`,
  String(findings),
  html`<span class="soft">${text(run, 300)}</span>`,
];
