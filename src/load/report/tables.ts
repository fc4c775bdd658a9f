import type { LoadReport, LoadSpread, LoadTally } from '../../schema/types.js';
import { figure } from '../profile/index.js';
import { failuresOf } from '../record/index.js';

/** A table of a report; the first column is text, the others are numbers or short words. */
export interface Table {
  readonly title: string;
  /** Whether a terminal shows it too. */
  readonly brief: boolean;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const ms = (value: number): string => figure(value, 'ms');
const TIMES = ['mean', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'max'];
const times = ({ count, mean, p50, p90, p95, p99, p99_9, max }: LoadSpread): string[] =>
  count === 0 ? TIMES.map(() => '–') : [mean, p50, p90, p95, p99, p99_9, max].map(ms);
const COUNTS = ['answered', 'failed', '429', 'not sent'];
const counts = (tally: LoadTally): string[] =>
  [tally.answered, failuresOf(tally), tally.throttled, tally.dropped].map((count) =>
    count.toLocaleString('en'),
  );
const counted = (all: Readonly<Record<string, number>>): string[][] =>
  Object.entries(all).map(([name, count]) => [name, String(count)]);

/** Everything that a report has of figures, table by table: every writer shows these. */
export function tablesOf(report: LoadReport): readonly Table[] {
  const { requests, stages, scenarios, problems, breakpoint, comparison, totals, connections } =
    report;
  const spreads: [string, LoadSpread | undefined][] = [
    // Another engine's response time ends at the first byte, and is labelled as such.
    ['response: scheduled to received', report.unmeasured ? undefined : report.response],
    ['service: sent to received', report.service],
    ['first byte: sent to first byte', report.firstByte],
    ['connect: name and TCP', connections.connect],
    ['TLS: handshake', connections.tls],
    ['send lag: scheduled to sent', report.lag],
  ];
  const table = (
    title: string,
    brief: boolean,
    head: readonly string[],
    rows: Table['rows'],
  ): Table[] => (rows.length === 0 ? [] : [{ title, brief, head, rows }]);
  return [
    ...table(
      'Times',
      true,
      ['', ...TIMES],
      spreads.flatMap(([name, spread]) =>
        spread && spread.count > 0 ? [[name, ...times(spread)]] : [],
      ),
    ),
    ...table(
      'Response time by request',
      true,
      ['scenario and request', ...COUNTS, ...TIMES],
      requests.map((line) => [
        line.scenario === '' ? line.title : `${line.scenario}: ${line.title}`,
        ...counts(line.tally),
        ...times(line.response),
      ]),
    ),
    ...table(
      'Response time by stage',
      false,
      ['stage', 'load', ...COUNTS, ...TIMES],
      stages.map((stage) => [
        stage.warmUp ? `${stage.name} (not counted)` : stage.name,
        stage.from === stage.to ? String(stage.from) : `${stage.from} → ${stage.to}`,
        ...counts(stage.tally),
        ...times(stage.response),
      ]),
    ),
    ...table(
      'Scenarios',
      false,
      ['scenario', 'started', 'completed', 'abandoned'],
      scenarios.map(({ name, started, completed, abandoned }) => [
        name,
        ...[started, completed, abandoned].map(String),
      ]),
    ),
    ...table('Status codes', false, ['status', 'responses'], counted(totals.statuses)),
    ...table('No response', true, ['reason', 'requests'], counted(totals.failures)),
    ...table(
      'Incorrect responses',
      true,
      ['request', 'times', 'problem'],
      problems.map(({ title, problem, count }) => [title, String(count), problem]),
    ),
    ...table(
      'Breakpoint',
      true,
      ['rate', 'held', 'p95', 'answered', 'reason'],
      (breakpoint?.steps ?? []).map(({ rate, held, p95, throughput, reason = '' }) => [
        ...[figure(rate, 'rate'), held ? 'yes' : 'no', ms(p95), figure(throughput, 'rate'), reason],
      ]),
    ),
    ...table(
      `Against ${comparison?.baseline}`,
      false,
      ['metric', 'ratio', '95 % interval', 'rests on', 'verdict'],
      (comparison?.ratios ?? []).map(({ metric, ratio, low, high, verdict, samples, basis }) => [
        ...[
          metric,
          ratio.toFixed(3),
          `${low.toFixed(3)} to ${high.toFixed(3)}`,
          `${samples.join(' and ')} ${basis}`,
          verdict,
        ],
      ]),
    ),
  ];
}
