/** The load report as an HTML page. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  chart,
  embedJson,
  type Html,
  html,
  htmlDocument,
  lines,
  note,
  nothing,
  table,
  tiles,
  verdictBox,
} from '../../../page/index.js';
import type { LoadReport } from '../../../schema/types.js';
import { EVERYWHERE } from '../../percentiles.js';
import { timeInWords, withUnit } from '../../profile/metric.js';
import { failedRequestsIn, sentOf } from '../../record/tally.js';
import { conclusionOf, judgementOf, SIGNS } from '../conclusion.js';
import { type Table, tablesOf } from '../tables.js';
import { headline, notesOf, thresholdWords, visitsOf } from '../words.js';
import { type Chart, type ChartData, chartData } from './chart-data.js';
import { liveScript, script } from './script.js';
import { style } from './style.js';

const require = createRequire(import.meta.url);

/** One self-contained HTML file. It sends no requests and runs no script except its own. */
export function loadReportHtml(report: LoadReport): Promise<string> {
  const { main, data } = shownOf(report);
  return documentOf(titleOf(report), main, data, false);
}

/**
 * The page of a run in progress. It shows the states that its server sends at `/events`. `shownOf`
 * makes each state from the report of the unfinished run.
 */
export const livePage = (title: string): Promise<string> =>
  documentOf(
    title,
    html`<h1>${title}</h1><p>The run has not started.</p>`,
    { charts: [], stages: [], end: 0 },
    true,
  );

const titleOf = ({ profile, target }: LoadReport): string =>
  `${profile.name} against ${target.name}`;

/** The main part of the page, and the data of its charts. */
export function shownOf(report: LoadReport): { readonly main: Html; readonly data: ChartData } {
  const data = chartData(report);
  const main = html`<header>
<h1>${titleOf(report)}</h1>
<p class="soft">${report.profile.description ?? ''}</p>
<p>${verdictBox(toneOf(report), headline(report))}</p>
</header>
${notesOf(report).map(([title, notes]) => note(html`<p><strong>${title}</strong></p>${notes.map((one) => html`<p>${one}</p>`)}`))}
${tilesOf(report)}
<section><h2>Thresholds</h2>${thresholds(report)}</section>
<section><h2>Over time</h2><div class="charts">${lines(data.charts.map(chartBox))}</div></section>
${lines(tablesOf(report).map(tableOf))}
${environment(report)}`;
  return { main, data };
}

async function documentOf(
  title: string,
  main: Html,
  data: ChartData,
  live: boolean,
): Promise<string> {
  const [library, libraryStyle] = await Promise.all(
    [
      require.resolve('uplot/dist/uPlot.iife.min.js'),
      require.resolve('uplot/dist/uPlot.min.css'),
    ].map((file) => readFile(file, 'utf8')),
  );
  return htmlDocument({
    title,
    style: `${libraryStyle ?? ''}\n${style}`,
    script: `${library ?? ''}\n${script}${live ? liveScript : ''}`,
    connects: live,
    body: html`<main>${main}</main>
<script type="application/json" id="chart-data">${embedJson(data)}</script>`,
  });
}

/** The limits are listed above the chart, because labels in the chart would hide its curves. */
const chartBox = ({ id, title, about, limits }: Chart): Html =>
  chart(
    title,
    about,
    html`${limits.length === 0 ? nothing : html`<ul class="plain limits">${limits.map(limitItem)}</ul>`}<div id="chart-${id}" role="img" aria-label="Chart: ${title}"></div>`,
  );

const limitItem = ({ name, judgement }: Chart['limits'][number]): Html =>
  html`<li class="${LIMIT_TONES[judgement]}">- - - ${SIGNS[judgement]} ${name}</li>`;

const LIMIT_TONES = { passed: 'good', failed: 'bad', unjudged: 'warn' } as const;

const TONES = {
  held: 'good',
  missed: 'bad',
  interrupted: 'warn',
  'nothing judged': 'warn',
  unreliable: 'warn',
} as const;
function toneOf(report: LoadReport): string {
  const { outcome } = report;
  if (outcome === 'interrupted' || outcome === 'nothing judged') return TONES[outcome];
  return TONES[conclusionOf(report)];
}

function thresholds(report: LoadReport): Html {
  const { thresholds: verdicts, breakpoint } = report;
  if (verdicts.length === 0) return html`<p>The profile has no thresholds.</p>`;
  // The run tested several rates to find the highest rate that meets the thresholds. The table of
  // steps shows the result of each rate.
  if (breakpoint)
    return html`<p>For each rate:</p><ul class="plain">${verdicts.map((one) => html`<li>${thresholdWords(one)[0]}</li>`)}</ul>`;
  const items = verdicts.map((verdict) => {
    const judgement = judgementOf(verdict, report);
    return html`<li class="${LIMIT_TONES[judgement]}">${SIGNS[judgement]} ${thresholdWords(verdict).join('  ')}</li>`;
  });
  return html`<ul class="plain">${items}</ul>`;
}

/** The headings of columns that contain sentences. */
const TEXT_COLUMNS = ['problem', 'reason', 'verdict'];

/** A table has the style `words` if its last column contains sentences. */
function tableOf({ title, head, rows }: Table): Html {
  const isText = TEXT_COLUMNS.includes(head.at(-1) ?? '');
  return html`<section><h2>${title}</h2>${table(title, head, rows, isText ? 'words' : 'figures')}</section>`;
}

function tilesOf(report: LoadReport): Html {
  const { totals, throughput, response, measuredMs } = report;
  const { started, abandoned } = visitsOf(report);
  const failed = sentOf(totals) === 0 ? 0 : failedRequestsIn(totals) / sentOf(totals);
  const shown: [string, string][] = [
    ['Answered', totals.answered.toLocaleString('en')],
    ['Served', withUnit(throughput, 'rate')],
    ...EVERYWHERE.map(({ name, key }): [string, string] => [
      `Response ${name}`,
      timeInWords(response[key]),
    ]),
    ['Errors', withUnit(failed, 'share')],
    ['429', totals.throttled.toLocaleString('en')],
    ['Abandoned visits', `${abandoned} of ${started}`],
    [
      'Right answers',
      totals.checked === 0
        ? 'none sampled'
        : `${totals.checked - totals.wrong} of ${totals.checked}`,
    ],
    ['Measured', `${(measuredMs / 1000).toFixed(1)} s`],
  ];
  return tiles(shown);
}

function environment({
  environment: generator,
  target,
  profile,
  tool,
  startedAt,
  connections,
  runs,
}: LoadReport): Html {
  const generatorFacts = [
    `generator: ${generator.workers} ${generator.workers === 1 ? 'thread' : 'threads'} on ${generator.cores} × ${generator.cpu}, Node ${generator.node}, ${generator.platform}`,
    `${connections.connected} connections opened, ${connections.connectFailures} failed, ${connections.resent} requests sent again`,
  ];
  const facts = [
    `${profile.model} model, engine ${profile.engine ?? 'autocannon'}, ${profile.connections} connections, time-out ${profile.timeoutMs} ms, sample ${profile.sample}`,
    `${runs} ${runs === 1 ? 'run' : 'runs'}, started ${startedAt}`,
    `target ${target.name} at ${target.origins.join(', ')}`,
    // A report of Artillery's output does not describe the generator.
    ...(generator.cores === 0 ? [] : generatorFacts),
    `${tool.name} ${tool.version}`,
  ];
  return html`<footer>${facts.map((fact) => html`<p>${fact}</p>`)}</footer>`;
}
