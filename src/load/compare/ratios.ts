/** Compares two load reports by the ratios of their metrics, with confidence intervals. */

import type { LoadPoint, LoadRatioVerdict, LoadReport } from '../../schema/types.js';
import { type Metric, metricOf, timeOf } from '../profile/metric.js';
import type { RatioLimit } from '../profile/plan.js';
import { mergeSpreads } from '../record/histogram.js';
import { COMPARED_METRICS } from '../report/build.js';
import { isCertain } from '../report/conclusion.js';
import { isOfWholeRun, measure, visitsIn } from '../threshold/measure.js';
import { tallyOf } from '../threshold/watch.js';
import { paired, welch } from './student.js';

/** If a report has fewer runs, ratios are computed from blocks of both time series. */
const MIN_RUNS = 3;

/**
 * A time series is divided into at most `MAX_BLOCKS` blocks. A ratio needs at least `MIN_BLOCKS`
 * blocks.
 */
const MAX_BLOCKS = 10;
const MIN_BLOCKS = 4;

/**
 * The ratio of current to baseline for each metric, with its 95 % confidence interval. If both
 * reports have at least three runs, the ratio is computed from the runs. Otherwise it is computed
 * from blocks of the two time series, which do not show how runs vary. A metric is left out if it
 * has too few values for a ratio, if a run measured nothing (0 as a time or a rate), or if all its
 * values are 0 and it has no limit. A metric is not judged if the generator of a report was late
 * and may have changed its value.
 */
export function compareReports(
  baseline: LoadReport,
  current: LoadReport,
  limits: readonly RatioLimit[] = [],
): LoadRatioVerdict[] {
  const inReports = [
    ...limits.map(({ metric }) => metric),
    ...metricsOf(baseline),
    ...metricsOf(current),
  ];
  return [...new Set<Metric>([...COMPARED_METRICS, ...inReports])].flatMap((metric) => {
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
  const { samples, hasEnoughRuns } = samplesOf(metric, baseline, current);
  // The same for both, so that equal shares of different numbers of requests are equal.
  const requests = Math.min(perValue(baseline, samples[0]), perValue(current, samples[1]));
  const [a, b] = [logs(metric, samples[0], requests), logs(metric, samples[1], requests)];
  if (Math.min(a.length, b.length) < (hasEnoughRuns ? 1 : MIN_BLOCKS)) return undefined;
  // A run in which nothing was measured cannot be compared.
  const isIncomplete = a.length < samples[0].length || b.length < samples[1].length;
  if (hasEnoughRuns && isIncomplete) return undefined;
  if (limit === undefined && samples.flat().every((value) => value === 0)) return undefined;
  const logRatio = hasEnoughRuns ? welch(a, b) : paired(a, b);
  const ratio = Math.exp(logRatio.estimate);
  const [low, high] = [Math.exp(logRatio.low), Math.exp(logRatio.high)];
  const isJudged = [baseline, current].every((report) => isCertain(metric, report));
  return {
    metric,
    baseline: average(samples[0]),
    current: average(samples[1]),
    ratio,
    low,
    high,
    samples: [samples[0].length, samples[1].length],
    basis: hasEnoughRuns ? 'runs' : 'intervals',
    verdict: isJudged ? verdictOf(low, high) : 'not judged',
    ...(limit === undefined ? {} : limitVerdict(limit, low, high, isJudged)),
  };
}

/**
 * `held` is false only if the whole confidence interval is beyond a limit. It is undefined if the
 * metric is not judged.
 */
function limitVerdict(
  { maxRatio, minRatio }: RatioLimit,
  low: number,
  high: number,
  isJudged: boolean,
): Pick<LoadRatioVerdict, 'maxRatio' | 'minRatio' | 'held'> {
  const missed =
    (maxRatio !== undefined && low > maxRatio) || (minRatio !== undefined && high < minRatio);
  return {
    ...(maxRatio === undefined ? {} : { maxRatio }),
    ...(minRatio === undefined ? {} : { minRatio }),
    ...(isJudged ? { held: !missed } : {}),
  };
}

function samplesOf(
  metric: Metric,
  baseline: LoadReport,
  current: LoadReport,
): { readonly samples: TwoSamples; readonly hasEnoughRuns: boolean } {
  const runs: TwoSamples = [baseline.samples[metric] ?? [], current.samples[metric] ?? []];
  const hasEnoughRuns = runs.every((one) => one.length >= MIN_RUNS);
  // Both series follow the same schedule, so each block is compared with the same block of the
  // other series.
  const samples = hasEnoughRuns ? runs : blockPairs(metric, baseline, current);
  return { samples, hasEnoughRuns };
}

function verdictOf(low: number, high: number): LoadRatioVerdict['verdict'] {
  if (low > 1) return 'higher';
  return high < 1 ? 'lower' : 'no difference shown';
}

/** The metrics of thresholds for the whole run. */
const metricsOf = ({ thresholds }: LoadReport): Metric[] =>
  thresholds.flatMap((one) => (isOfWholeRun(one) ? (metricOf(one.metric) ?? []) : []));

/** The values of the baseline, and the values of the current report. */
type TwoSamples = readonly [readonly number[], readonly number[]];

/** Divides both time series into the same number of blocks, and pairs them by position. */
function blockPairs(metric: Metric, baseline: LoadReport, current: LoadReport): TwoSamples {
  const points = [measuredPoints(baseline), measuredPoints(current)] as const;
  const count = Math.min(MAX_BLOCKS, ...points.map(({ length }) => length));
  return counterparts(
    blocks(metric, points[0], count, baseline.series.intervalMs),
    blocks(metric, points[1], count, current.series.intervalMs),
    metric,
  );
}

/**
 * Pairs the blocks of two time series by position. A pair is left out if a value is unknown.
 * Times and rates are compared by their logarithms, so a pair with a time or rate of 0 is left out.
 */
function counterparts(
  a: readonly (number | undefined)[],
  b: readonly (number | undefined)[],
  metric: Metric,
): TwoSamples {
  const fits = (value: number | undefined): value is number =>
    value !== undefined && (SHARES.includes(metric) || value > 0);
  const pairs = a.flatMap((one, at) => {
    const counterpart = b[at];
    return fits(one) && fits(counterpart) ? [[one, counterpart] as const] : [];
  });
  return [pairs.map(([one]) => one), pairs.map(([, counterpart]) => counterpart)];
}

/** The points of the time series without the warm-up and without the time after the schedule. */
function measuredPoints({ series, stages }: LoadReport): readonly LoadPoint[] {
  const measured = stages.filter(({ warmUp }) => !warmUp);
  const begin = Math.min(...measured.map(({ startMs }) => startMs));
  const end = Math.max(...measured.map(({ startMs, durationMs }) => startMs + durationMs));
  // Times in the series are rounded, and its last interval may end late.
  return series.points.filter(
    ({ atMs }) => atMs >= begin - 1 && atMs + series.intervalMs <= end + 100,
  );
}

/** The values of a metric in `count` blocks. A value is undefined if it was not measured. */
function blocks(
  metric: Metric,
  points: readonly LoadPoint[],
  count: number,
  intervalMs: number,
): (number | undefined)[] {
  const size = Math.floor(points.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) =>
    blockValue(metric, points.slice(index * size, (index + 1) * size), intervalMs),
  );
}

function blockValue(
  metric: Metric,
  block: readonly LoadPoint[],
  intervalMs: number,
): number | undefined {
  // The series contains response times, but no service times or lags.
  if (timeOf(metric) && timeOf(metric)?.time !== 'response') return undefined;
  const response = mergeSpreads(block.map((point) => point.response));
  return measure(metric, {
    tally: tallyOf(block),
    response,
    visits: visitsIn(block),
    seconds: (block.length * intervalMs) / 1000,
  });
}

/**
 * For a share of requests, 0 is a normal value. For a time or a rate, 0 means that nothing was
 * measured.
 */
const SHARES: readonly Metric[] = [
  ...(['errors', 'timeouts', 'throttled', 'abandoned', 'dropped', 'checks'] as const),
];

/**
 * The logarithms of the values. Half a request is added to each share, because a share of 0 has no
 * logarithm (Haldane's correction). `requests`: how many a value is about.
 */
function logs(metric: Metric, values: readonly number[], requests: number): number[] {
  if (!SHARES.includes(metric)) return values.filter((value) => value > 0).map(Math.log);
  return values.map((value) => Math.log(value + 0.5 / requests));
}

/** The mean number of requests that a value of the report is about; at least 1. */
function perValue({ series }: LoadReport, values: readonly number[]): number {
  const requests = series.points.reduce((sum, { offered }) => sum + offered, 0);
  return Math.max(1, requests / Math.max(1, values.length));
}

/** The geometric mean, or the arithmetic mean if a value is 0. */
const average = (values: readonly number[]): number =>
  values.every((value) => value > 0)
    ? Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
    : values.reduce((sum, value) => sum + value, 0) / values.length;
