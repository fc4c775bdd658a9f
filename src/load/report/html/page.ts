import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { embedJson, type Html, html, htmlDocument, lines, nothing } from '../../../page/index.js';
import type { LoadReport } from '../../../schema/types.js';
import { figure } from '../../profile/index.js';
import { failuresOf, sentOf } from '../../record/index.js';
import { breakpointSentence } from '../breakpoint.js';
import { routeOf } from '../route.js';
import { type Chart, type ChartData, chartData } from './chart-data.js';
import { heatMap } from './heat-map.js';
import { liveScript, script } from './script.js';
import { style } from './style.js';
import { tables, thresholdList } from './tables.js';

const require = createRequire(import.meta.url);

/**
 * The report as one HTML file that needs nothing else: no request leaves it, and nothing but the scripts written here
 * runs in it, whatever the target answered.
 */
export async function loadReportHtml(report: LoadReport): Promise<string> {
  const { main, data } = reportParts(report);
  return documentOf(`${report.profile.name} against ${report.target.name}`, main, data, false);
}

/** A page that shows what `/events` of its own server sends: the main part of a report, and what its charts draw. */
export const livePage = (title: string): Promise<string> =>
  documentOf(title, html`<h1>${title}</h1><p>The run has not begun.</p>`, { charts: [], stages: [], end: 0 }, true);

/** What changes on the page while a run goes on. */
export function reportParts(report: LoadReport): { readonly main: Html; readonly data: ChartData } {
  const data = chartData(report);
  const title = `${report.profile.name} against ${report.target.name}`;
  const main = html`<header>
<h1>${title}</h1>
<p class="soft">${report.profile.description ?? ''}</p>
${verdict(report)}
</header>
${doubts(report)}
${leftOut(report)}
${tiles(report)}
<section><h2>Thresholds</h2>${thresholdList(report)}</section>
<section><h2>Over time</h2><div class="charts">${lines(data.charts.map(figureOf))}${heatMap(report)}</div></section>
${tables(report)}
${environment(report)}`;
  return { main, data };
}

async function documentOf(title: string, main: Html, data: ChartData, live: boolean): Promise<string> {
  const [library, libraryStyle] = await Promise.all(
    [require.resolve('uplot/dist/uPlot.iife.min.js'), require.resolve('uplot/dist/uPlot.min.css')].map((file) =>
      readFile(file, 'utf8'),
    ),
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

const figureOf = ({ id, title, about }: Chart): Html =>
  html`<figure><figcaption><h3>${title}</h3><p class="soft">${about}</p></figcaption><div id="chart-${id}" role="img" aria-label="Chart: ${title}"></div></figure>`;

const OUTCOMES = {
  held: ['good', 'All thresholds held'],
  missed: ['bad', 'A threshold was missed'],
  interrupted: ['warn', 'Interrupted'],
  'nothing judged': ['warn', 'Nothing could be judged: no answer came'],
} as const;

function verdict(report: LoadReport): Html {
  const { outcome, aborted, thresholds, breakpoint, trustworthy } = report;
  const [tone, words] = trustworthy ? OUTCOMES[outcome] : (['warn', 'These figures cannot be trusted'] as const);
  const none = outcome === 'held' && thresholds.length === 0 ? 'Done, without thresholds' : words;
  const early = aborted === undefined ? '' : html`<p>Ended early: ${aborted}.</p>`;
  const found = breakpoint ? html`<p>${breakpointSentence(breakpoint)}</p>` : '';
  return html`<p class="verdict ${tone}">${none}</p>${early}${found}`;
}

function leftOut({ left = [] }: LoadReport): Html {
  if (left.length === 0) return nothing;
  return html`<div class="note"><p><strong>Left out.</strong></p>${left.map((one) => html`<p>${one}</p>`)}</div>`;
}

function doubts({ doubts: reasons }: LoadReport): Html {
  if (reasons.length === 0) return nothing;
  const items = reasons.map((reason) => html`<p>${reason}</p>`);
  return html`<div class="note"><p class="warn"><strong>These figures cannot be trusted.</strong></p>${items}</div>`;
}

function tiles({ totals, throughput, response, measuredMs }: LoadReport): Html {
  const failed = sentOf(totals) === 0 ? 0 : failuresOf(totals) / sentOf(totals);
  const shown: [string, string][] = [
    ['Answered', totals.answered.toLocaleString('en')],
    ['Throughput', figure(throughput, 'rate')],
    ['Response p50', figure(response.p50, 'ms')],
    ['Response p95', figure(response.p95, 'ms')],
    ['Response p99', figure(response.p99, 'ms')],
    ['Errors', figure(failed, 'share')],
    ['Right answers', totals.checked === 0 ? 'none sampled' : `${totals.checked - totals.wrong} of ${totals.checked}`],
    ['Measured', `${(measuredMs / 1000).toFixed(1)} s`],
  ];
  return html`<dl class="tiles">${shown.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

function environment({ environment: at, target, profile, tool, startedAt, connections, runs }: LoadReport): Html {
  const facts = [
    `${profile.model} model, engine ${profile.engine ?? 'autocannon'}, ${profile.connections} connections, time-out ${profile.timeoutMs} ms, sample ${profile.sample}`,
    `${runs} ${runs === 1 ? 'run' : 'runs'}, started ${startedAt}`,
    `target ${target.name} at ${target.origins.join(', ')}`,
    ...routeOf(target),
    `generator: ${at.workers} ${at.workers === 1 ? 'thread' : 'threads'} on ${at.cores} × ${at.cpu}, Node ${at.node}, ${at.platform}`,
    `${connections.connected} connections opened, ${connections.connectFailures} failed, ${connections.resent} requests sent again`,
    `${tool.name} ${tool.version}`,
  ];
  return html`<footer>${facts.map((fact) => html`<p>${fact}</p>`)}</footer>`;
}
