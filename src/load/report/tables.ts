/** Makes the tables of a load report. */

import type { LoadReport, LoadSpread, LoadTally } from '../../schema/types.js';
import { IN_TABLES } from '../percentiles.js';
import { timeInWords, withUnit } from '../profile/metric.js';
import { countOf, meanOf, percentileOf } from '../record/counts.js';
import { failedRequestsIn } from '../record/tally.js';

export interface Table {
  readonly title: string;
  /** Whether the table is also shown in a terminal, not only in a file. */
  readonly brief: boolean;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const TIMES = ['mean', ...IN_TABLES.map(({ name }) => name), 'max'];

const valuesOf = (spread: LoadSpread): (number | undefined)[] => [
  spread.mean,
  ...IN_TABLES.map(({ key }) => spread[key]),
  spread.max,
];

/** The cells of the columns `TIMES`. */
const times = (spread: LoadSpread): string[] =>
  spread.count === 0 ? TIMES.map(() => '–') : valuesOf(spread).map(timeInWords);

const COUNTS = ['answered', 'failed', '429', 'not sent'];

/** The cells of the columns `COUNTS`. */
const counts = (tally: LoadTally): string[] =>
  [tally.answered, failedRequestsIn(tally), tally.throttled, tally.dropped].map((count) =>
    count.toLocaleString('en'),
  );

const rowsOf = (all: Readonly<Record<string, number>>): string[][] =>
  Object.entries(all).map(([name, count]) => [name, String(count)]);

/** Tables without rows are left out. */
export function tablesOf(report: LoadReport): readonly Table[] {
  const { totals, problems } = report;
  return [
    timesTable(report),
    requestTable(report),
    stageTable(report),
    scenarioTable(report),
    abandonedTable(report),
    capturedTable(report),
    {
      title: 'Status codes',
      brief: false,
      head: ['status', 'responses'],
      rows: rowsOf(totals.statuses),
    },
    {
      title: 'No response',
      brief: true,
      head: ['reason', 'requests'],
      rows: rowsOf(totals.failures),
    },
    {
      title: 'Incorrect responses',
      brief: true,
      head: ['request', 'times', 'problem'],
      rows: problems.map(({ title, problem, count }) => [title, String(count), problem]),
    },
    breakpointTable(report),
    comparisonTable(report),
  ].filter(({ rows }) => rows.length > 0);
}

function timesTable(report: LoadReport): Table {
  const { connections } = report;
  const spreads: [string, LoadSpread | undefined][] = [
    // If another load tester sent the requests, its response times end at the first byte. The time
    // until the whole response was received is then unknown.
    ['response: scheduled to received', report.unmeasured ? undefined : report.response],
    ['service: sent to received', report.service],
    ['first byte: sent to first byte', report.firstByte],
    ['connect: DNS and TCP', connections.connect],
    ['TLS: handshake', connections.tls],
    ['send lag: scheduled to sent', report.lag],
  ];
  const rows = spreads.flatMap(([name, spread]) =>
    spread && spread.count > 0 ? [[name, ...times(spread)]] : [],
  );
  return { title: 'Times', brief: true, head: ['', ...TIMES], rows };
}

const requestTable = ({ requests }: LoadReport): Table => ({
  title: 'Response time by request',
  brief: true,
  head: ['scenario and request', ...COUNTS, ...TIMES],
  rows: requests.map((line) => [
    line.scenario === '' ? line.title : `${line.scenario}: ${line.title}`,
    ...counts(line.tally),
    ...times(line.response),
  ]),
});

const stageTable = ({ stages, profile }: LoadReport): Table => ({
  title: 'Response time by stage',
  brief: false,
  head: ['stage', 'load', ...COUNTS, ...TIMES],
  rows: stages.map((stage) => {
    const name = stage.scenario === undefined ? stage.name : `${stage.scenario}: ${stage.name}`;
    const isInUsers = (stage.model ?? profile.model) === 'closed';
    const load = stage.from === stage.to ? String(stage.from) : `${stage.from} → ${stage.to}`;
    return [
      stage.warmUp ? `${name} (not counted)` : name,
      isInUsers ? `${load} users` : `${load}/s`,
      ...counts(stage.tally),
      ...times(stage.response),
    ];
  }),
});

const scenarioTable = ({ scenarios }: LoadReport): Table => ({
  title: 'Visits by scenario',
  brief: false,
  head: ['scenario', 'started', 'completed', 'abandoned', 'not ended'],
  rows: scenarios.map(({ name, started, completed, abandoned }) => [
    name,
    ...[started, completed, abandoned, Math.max(0, started - completed - abandoned)].map(String),
  ]),
});

const abandonedTable = ({ scenarios }: LoadReport): Table => ({
  title: 'Abandoned visits',
  brief: true,
  head: ['scenario', 'visits', 'reason'],
  rows: scenarios.flatMap(({ name, reasons = {} }) =>
    Object.entries(reasons).map(([reason, count]) => [name, String(count), reason]),
  ),
});

const capturedTable = ({ captured = [] }: LoadReport): Table => ({
  title: 'Captured numbers',
  brief: true,
  head: ['request and name', 'responses', ...TIMES],
  rows: captured.map(({ title, name, counts: values }) => {
    const percentiles = [...IN_TABLES.map(({ percent }) => percent), 100].map(
      (percent) => percentileOf(values, percent) ?? 0,
    );
    const figures = [meanOf(values), ...percentiles].map((value) => withUnit(value, 'number'));
    return [`${title}: ${name}`, countOf(values).toLocaleString('en'), ...figures];
  }),
});

const breakpointTable = ({ breakpoint }: LoadReport): Table => ({
  title: 'Breakpoint',
  brief: true,
  head: ['rate', 'held', 'p95', 'served', 'reason'],
  rows: (breakpoint?.steps ?? []).map((step) => {
    const { rate, held, p95, throughput, reason = '', unreliable } = step;
    const verdict = held ? 'yes' : 'no';
    return [
      withUnit(rate, 'rate'),
      unreliable === undefined ? verdict : 'not judged',
      timeInWords(p95),
      withUnit(throughput, 'rate'),
      unreliable ?? reason,
    ];
  }),
});

const comparisonTable = ({ comparison }: LoadReport): Table => ({
  title: `Against ${comparison?.baseline}`,
  // A terminal shows the ratios as lines of text.
  brief: false,
  head: ['metric', 'ratio', '95 % interval', 'samples', 'verdict'],
  rows: (comparison?.ratios ?? []).map(({ metric, ratio, low, high, samples, basis, verdict }) => [
    metric,
    ratio.toFixed(3),
    `${low.toFixed(3)} to ${high.toFixed(3)}`,
    `${samples.join(' and ')} ${basis}`,
    verdict,
  ]),
});
