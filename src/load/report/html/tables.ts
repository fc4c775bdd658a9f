import { type Html, html, lines, nothing } from '../../../page/index.js';
import type { LoadReport, LoadSpread, LoadTally } from '../../../schema/types.js';
import { figure } from '../../profile/index.js';
import { failuresOf } from '../../record/index.js';
import { thresholdLine } from '../terminal.js';

/** A table; the first column is text, the others are numbers. Nothing given to it is HTML. */
function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): Html {
  if (rows.length === 0) return nothing;
  const header = html`<tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr>`;
  const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  // A region that scrolls must be reachable with the keyboard.
  return html`<section><h2>${caption}</h2><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><thead>${header}</thead><tbody>${body}</tbody></table></div></section>`;
}

const ms = (value: number): string => figure(value, 'ms');
const TIMES = ['mean', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'max'];
const times = (spread: LoadSpread): string[] =>
  spread.count === 0
    ? TIMES.map(() => '–')
    : [spread.mean, spread.p50, spread.p90, spread.p95, spread.p99, spread.p99_9, spread.max].map(ms);
const counts = (tally: LoadTally): string[] =>
  [tally.answered, failuresOf(tally), tally.throttled, tally.dropped].map((count) => count.toLocaleString('en'));
const COUNTS = ['answered', 'failed', '429', 'not sent'];

/** Every table of the report. */
export function tables(report: LoadReport): Html {
  const {
    requests,
    stages,
    scenarios,
    problems,
    comparison,
    breakpoint,
    totals,
    response,
    service,
    lag,
    firstByte,
    connections,
  } = report;
  return lines([
    table(
      'Times',
      ['', ...TIMES],
      [
        ['response: intended to answered', ...times(response)],
        ['service: sent to answered', ...times(service)],
        ...(firstByte ? [['first byte: sent to the first byte of the answer', ...times(firstByte)]] : []),
        ...(connections.connect ? [['connect: name and TCP, each connection', ...times(connections.connect)]] : []),
        ...(connections.tls && connections.tls.count > 0
          ? [['TLS: handshake, each connection', ...times(connections.tls)]]
          : []),
        ['send lag: intended to sent', ...times(lag)],
      ],
    ),
    table(
      'Response time by request',
      ['scenario and request', ...COUNTS, ...TIMES],
      requests.map((line) => [`${line.scenario}: ${line.title}`, ...counts(line.tally), ...times(line.response)]),
    ),
    table(
      'Response time by stage',
      ['stage', 'load', ...COUNTS, ...TIMES],
      stages.map((stage) => [
        stage.warmUp ? `${stage.name} (does not count)` : stage.name,
        stage.from === stage.to ? String(stage.from) : `${stage.from} → ${stage.to}`,
        ...counts(stage.tally),
        ...times(stage.response),
      ]),
    ),
    table(
      'Scenarios',
      ['scenario', 'started', 'completed', 'abandoned'],
      scenarios.map((line) => [line.name, String(line.started), String(line.completed), String(line.abandoned)]),
    ),
    table(
      'Status codes',
      ['status', 'answers'],
      Object.entries(totals.statuses).map(([code, count]) => [code, String(count)]),
    ),
    table(
      'Not answered',
      ['reason', 'requests'],
      Object.entries(totals.failures).map(([why, count]) => [why, String(count)]),
    ),
    table(
      'Wrong answers',
      ['request', 'what was wrong', 'times'],
      problems.map((one) => [one.title, one.problem, String(one.count)]),
    ),
    table(
      'Breakpoint',
      ['rate', 'held', 'p95', 'answered', 'reason'],
      (breakpoint?.steps ?? []).map((step) => [
        figure(step.rate, 'rate'),
        step.held ? 'yes' : 'no',
        ms(step.p95),
        figure(step.throughput, 'rate'),
        step.reason ?? '',
      ]),
    ),
    table(
      `Against ${comparison?.baseline ?? ''}`,
      ['metric', 'ratio', '95 % interval', 'verdict', 'rests on'],
      (comparison?.ratios ?? []).map(({ metric, ratio, low, high, verdict, samples, basis }) => [
        metric,
        ratio.toFixed(3),
        `${low.toFixed(3)} to ${high.toFixed(3)}`,
        verdict,
        `${samples.join(' and ')} ${basis}`,
      ]),
    ),
  ]);
}

/** The thresholds with their verdicts. */
export function thresholdList({ thresholds }: LoadReport): Html {
  if (thresholds.length === 0) return html`<p>The profile has no thresholds.</p>`;
  const items = thresholds.map(
    (verdict) => html`<li class="${verdict.held ? 'good' : 'bad'}">${thresholdLine(verdict).trim()}</li>`,
  );
  return html`<ul class="plain">${items}</ul>`;
}
