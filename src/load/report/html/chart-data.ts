/** Makes the data for the charts of the load report. */

import type { LoadPoint, LoadReport, LoadSpread } from '../../../schema/types.js';
import { EVERYWHERE } from '../../percentiles.js';
import { metricOf, timeOf } from '../../profile/metric.js';
import { histogramOf, percentileMs } from '../../record/histogram.js';
import { servedIn } from '../../record/tally.js';
import { type Judgement, judgementOf } from '../conclusion.js';
import { thresholdWords } from '../words.js';

/** A curve of a chart. Null is a gap in the curve. */
interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly dashed?: true;
}

/**
 * Plain data for the browser script. `x` is in seconds. In a chart of percentiles it is the result
 * of `rarity`.
 */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly unit: string;
  /** A logarithmic value axis, so that a few very large values do not flatten the rest. */
  readonly logarithmic?: boolean;
  /** The x axis shows percentiles instead of time. */
  readonly percentiles?: boolean;
  readonly x: readonly number[];
  readonly lines: readonly Line[];
  /** Horizontal lines for thresholds. */
  readonly limits: readonly {
    readonly name: string;
    readonly value: number;
    readonly judgement: Judgement;
  }[];
}

export interface ChartData {
  /** The end of the time axes, in seconds. */
  readonly end: number;
  readonly charts: readonly Chart[];
  readonly stages: readonly {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly warmUp: boolean;
  }[];
}

/** Only the most frequent statuses or errors have a line: the page has colours for eight lines. */
const MAX_LINES = 8;

export function chartData(report: LoadReport): ChartData {
  const { series, stages } = report;
  const source = new Points(report);
  const charts = [
    responseChart(report, source),
    throughputChart(report, source),
    ...usersChart(report, source),
    statusChart(source),
    errorChart(source),
    distributionChart(report, source),
    generatorChart(source),
  ];
  const last = series.points.at(-1);
  const unmeasured = report.unmeasured === undefined ? [] : ['distribution', 'generator'];
  return {
    end: last ? last.atMs / 1000 + source.secondsOf(last) : 0,
    // If another program sent the load, neither single requests nor the generator were measured.
    charts: charts.filter(({ id }) => !unmeasured.includes(id)),
    // If scenarios have their own schedules, their stages overlap. These stages are shown only in a
    // table.
    stages: stages
      .filter(({ scenario }) => scenario === undefined)
      .map(({ name, startMs, durationMs, warmUp }) => {
        const from = startMs / 1000;
        return { name, from, to: from + durationMs / 1000, warmUp };
      }),
  };
}

/** Makes lines and axes from the points of a report. */
class Points {
  readonly points: readonly LoadPoint[];
  readonly timeLimits: Chart['limits'];
  readonly rateLimits: Chart['limits'];
  readonly #intervalMs: number;

  constructor(report: LoadReport) {
    const { series } = report;
    // The last interval may be too short for a meaningful rate.
    this.points = series.points.length > 1 ? series.points.slice(0, -1) : series.points;
    this.#intervalMs = series.intervalMs;
    this.timeLimits = limitsOf(report, (name) => {
      const metric = metricOf(name);
      return metric !== undefined && timeOf(metric)?.time === 'response';
    });
    this.rateLimits = limitsOf(report, (name) => name === 'throughput');
  }

  secondsOf({ durationMs = this.#intervalMs }: LoadPoint): number {
    return Math.max(1, durationMs) / 1000;
  }

  line(name: string, read: (point: LoadPoint) => number | null): Line {
    return { name, values: this.points.map(read) };
  }

  rate(name: string, countOf: (point: LoadPoint) => number): Line {
    return this.line(name, (point) => countOf(point) / this.secondsOf(point));
  }

  get timeAxis(): Pick<Chart, 'x' | 'limits'> {
    return { x: this.points.map(({ atMs }) => atMs / 1000), limits: [] };
  }
}

const limitsOf = (report: LoadReport, fits: (metric: string) => boolean): Chart['limits'] =>
  report.thresholds.flatMap((verdict) => {
    const value = verdict.max ?? verdict.min;
    if (value === undefined || !fits(verdict.metric)) return [];
    const [name] = thresholdWords(verdict);
    return [{ name, value, judgement: judgementOf(verdict, report) }];
  });

const responseChart = ({ response }: LoadReport, source: Points): Chart => ({
  ...source.timeAxis,
  id: 'response',
  title: 'Response time',
  about: 'From the scheduled start of a request to its complete response.',
  unit: 'ms',
  logarithmic: response.p99 !== undefined && response.max > 5 * response.p99,
  lines: [...EVERYWHERE, { name: 'max', key: 'max' } as const].map(({ name, key }) =>
    source.line(name, ({ response: times }) => (times.count === 0 ? null : (times[key] ?? null))),
  ),
  limits: source.timeLimits,
});

function throughputChart({ profile }: LoadReport, source: Points): Chart {
  const planned = {
    ...source.line('planned starts', (point) => point.planned),
    dashed: true,
  } as const;
  return {
    ...source.timeAxis,
    id: 'throughput',
    title: 'Throughput',
    about:
      'Scheduled starts, requests sent to the target, and responses. Responses with an unexpected status are not served.',
    unit: '/s',
    lines: [
      ...(profile.model === 'closed' ? [] : [planned]),
      source.rate('requests offered', ({ offered }) => offered),
      source.rate('requests answered', ({ answered }) => answered),
      ...(source.points.some(({ throttled, errors }) => throttled + errors > 0)
        ? [source.rate('requests served', servedIn)]
        : []),
    ],
    limits: source.rateLimits,
  };
}

/**
 * Users are not a rate, so they have their own chart. Their number is `planned` in the closed
 * model, and `users` in a profile with both models, in which `planned` is a rate.
 */
function usersChart({ profile }: LoadReport, source: Points): Chart[] {
  if (profile.model === 'open') return [];
  const users = source.line('users', (point) => point.users ?? point.planned);
  const about = 'Scheduled virtual users.';
  return [
    { ...source.timeAxis, id: 'users', title: 'Virtual users', about, unit: '', lines: [users] },
  ];
}

const statusChart = (source: Points): Chart => ({
  ...source.timeAxis,
  id: 'statuses',
  title: 'Status codes',
  about: 'Responses by status code.',
  unit: '/s',
  lines: commonest(source.points, ({ statuses }) => statuses).map((status) =>
    source.rate(status, ({ statuses }) => statuses[status] ?? 0),
  ),
});

const errorChart = (source: Points): Chart => ({
  ...source.timeAxis,
  id: 'errors',
  title: 'Errors by kind',
  about:
    'Unexpected status codes, incorrect responses, responses with 429, and requests without a response, by reason.',
  unit: '/s',
  lines: commonest(source.points, kindsOf).map((kind) =>
    source.rate(kind, (point) => kindsOf(point)[kind] ?? 0),
  ),
});

const distributionChart = ({ response, service, lag }: LoadReport, source: Points): Chart => ({
  id: 'distribution',
  title: 'Distribution',
  about: 'The share of requests of the whole run that took at most a certain time.',
  unit: 'ms',
  percentiles: true,
  x: CURVE_PERCENTS.map(rarity),
  lines: [
    { name: 'response', values: curve(response) },
    { name: 'service', values: curve(service) },
    { name: 'send lag', values: curve(lag) },
  ],
  limits: source.timeLimits,
});

const generatorChart = (source: Points): Chart => ({
  ...source.timeAxis,
  id: 'generator',
  title: 'Generator',
  about:
    'How late requests were started and sent, how long the event loop was blocked, and how long the process waited for a CPU.',
  unit: 'ms',
  lines: [
    source.line('send lag p99', ({ lagP99 }) => lagP99),
    source.line('started late, maximum', ({ lateMax }) => lateMax),
    source.line('event loop delay p99', ({ loopDelayP99 }) => loopDelayP99),
    source.line('waited for a CPU', ({ waitedMs }) => waitedMs ?? null),
  ],
});

const kindsOf = ({
  errors,
  throttled,
  wrong,
  failures = {},
}: LoadPoint): Readonly<Record<string, number>> => ({
  ...failures,
  'unexpected status': errors,
  '429': throttled,
  'incorrect response': wrong,
});

/** The names with the highest counts in all points together, at most `MAX_LINES`. */
function commonest(
  points: readonly LoadPoint[],
  countsOf: (point: LoadPoint) => Readonly<Record<string, number>>,
): string[] {
  const sums = new Map<string, number>();
  for (const point of points) {
    for (const [name, count] of Object.entries(countsOf(point)))
      sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const counted = [...sums].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  return counted.slice(0, MAX_LINES).map(([name]) => name);
}

/** The points of the curves of the distribution. */
const CURVE_PERCENTS = [0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99];

/** The position of a percentile on its axis: 90 % is at 1, 99 % at 2, and 99.9 % at 3. */
const rarity = (percent: number): number => -Math.log10(1 - percent / 100);

function curve(spread: LoadSpread): (number | null)[] {
  const histogram = histogramOf(spread);
  return CURVE_PERCENTS.map((percent) =>
    // A percentile is meaningless if less than one value is above it.
    spread.count * (1 - percent / 100) < 1 ? null : percentileMs(histogram, percent),
  );
}
