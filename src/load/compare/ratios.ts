import type { LoadPoint, LoadRatioVerdict, LoadReport } from '../../schema/types.js';
import { type Metric, type RatioLimit, timeOf } from '../profile/index.js';
import { mergeSpreads } from '../record/index.js';
import { compared } from '../report/index.js';
import { measure, tallied } from '../threshold/index.js';
import { type Interval, paired, welch } from './student.js';

/** With fewer runs on one side the noise between runs is not known, and that within one run has to stand for it. */
const MIN_RUNS = 3;
const BLOCKS = 10;
const MIN_BLOCKS = 4;

/**
 * The ratio current ÷ baseline of each metric with its 95 % confidence interval. Rests on the runs of both reports
 * where there are three or more of each, else on stretches of the two series, which cannot show what differs from run
 * to run. A metric that cannot be compared, because it is 0 or was not measured, is left out.
 */
export function compareReports(
  baseline: LoadReport,
  current: LoadReport,
  limits: readonly RatioLimit[] = [],
): LoadRatioVerdict[] {
  const asked = limits.map(({ metric }) => metric);
  return [...new Set<Metric>([...compared, ...asked])].flatMap((metric) => {
    const limit = limits.find((one) => one.metric === metric);
    return ratioOf(metric, baseline, current, limit) ?? [];
  });
}

function ratioOf(
  metric: Metric,
  baseline: LoadReport,
  current: LoadReport,
  limit: RatioLimit | undefined,
): LoadRatioVerdict | undefined {
  const runs = [logs(baseline.samples[metric] ?? []), logs(current.samples[metric] ?? [])] as const;
  const byRuns = runs.every((one) => one.length >= MIN_RUNS);
  const samples = byRuns ? runs : ([logs(blocks(metric, baseline)), logs(blocks(metric, current))] as const);
  const [a, b] = samples;
  const enough = byRuns || (a.length >= MIN_BLOCKS && b.length >= MIN_BLOCKS);
  if (!enough) return undefined;
  // Stretches of two series go through the same schedule, so each is compared with its counterpart.
  const log = !byRuns && a.length === b.length ? paired(a, b) : welch(a, b);
  return verdictOf(metric, log, samples, byRuns ? 'runs' : 'intervals', limit);
}

function verdictOf(
  metric: Metric,
  log: Interval,
  [a, b]: readonly [readonly number[], readonly number[]],
  basis: LoadRatioVerdict['basis'],
  limit: RatioLimit | undefined,
): LoadRatioVerdict {
  const [ratio, low, high] = [Math.exp(log.estimate), Math.exp(log.low), Math.exp(log.high)];
  const { maxRatio, minRatio } = limit ?? {};
  const missed = (maxRatio !== undefined && low > maxRatio) || (minRatio !== undefined && high < minRatio);
  return {
    metric,
    baseline: geometricMean(a),
    current: geometricMean(b),
    ratio,
    low,
    high,
    samples: [a.length, b.length],
    basis,
    verdict: low > 1 ? 'higher' : high < 1 ? 'lower' : 'no difference shown',
    ...(maxRatio === undefined ? {} : { maxRatio }),
    ...(minRatio === undefined ? {} : { minRatio }),
    ...(limit === undefined ? {} : { held: !missed }),
  };
}

/** The metric over up to ten stretches of the series that count. */
function blocks(metric: Metric, { series, stages }: LoadReport): number[] {
  const counting = stages.filter(({ warmUp }) => !warmUp);
  const begin = Math.min(...counting.map(({ startMs }) => startMs));
  const end = Math.max(...counting.map(({ startMs, durationMs }) => startMs + durationMs));
  const points = series.points.filter(({ atMs }) => atMs >= begin - 1 && atMs + series.intervalMs <= end + 100);
  const size = Math.max(1, Math.ceil(points.length / BLOCKS));
  return Array.from({ length: Math.floor(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size),
  ).flatMap((block) => blockValue(metric, block, series.intervalMs) ?? []);
}

function blockValue(metric: Metric, block: readonly LoadPoint[], intervalMs: number): number | undefined {
  // The series holds response times only.
  if (timeOf(metric) && timeOf(metric)?.time !== 'response') return undefined;
  const response = mergeSpreads(block.map((point) => point.response));
  return measure(metric, { tally: tallied(block), response, seconds: (block.length * intervalMs) / 1000 });
}

const logs = (values: readonly number[]): number[] => values.filter((value) => value > 0).map(Math.log);
const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + value, 0) / values.length);
