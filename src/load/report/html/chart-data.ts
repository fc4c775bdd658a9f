import type { LoadReport, LoadSpread } from '../../../schema/types.js';
import { metricOf, timeOf } from '../../profile/index.js';
import { histogramOf, percentileMs } from '../../record/index.js';
import { errorsChart } from './errors-chart.js';

/** A chart as plain data for the script of the page. `x` is seconds, or how rare a value is. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly unit: string;
  /** A logarithmic axis of values: what is far above the rest does not press it to the ground. */
  readonly logarithmic?: true;
  /** A percentile axis instead of time. */
  readonly percentiles?: true;
  readonly x: readonly number[];
  readonly lines: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
    readonly dashed?: true;
  }[];
  /** Horizontal lines: thresholds with their verdict. */
  readonly limits: readonly { readonly name: string; readonly value: number; readonly held: boolean }[];
}

export interface ChartData {
  /** Seconds after which the run ended: so far the axes of time go. */
  readonly end: number;
  readonly charts: readonly Chart[];
  readonly stages: readonly {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly warmUp: boolean;
  }[];
}

const TIMES = [
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['max', 'max'],
] as const;
const MAX_STATUSES = 8;

/** What the page draws. */
export function chartData(report: LoadReport): ChartData {
  const { series, stages, thresholds, profile } = report;
  const { intervalMs } = series;
  // The last interval is cut short by the end of the run: a rate taken from it would look like a breakdown.
  const points = series.points.length > 1 ? series.points.slice(0, -1) : series.points;
  const seconds = intervalMs / 1000;
  const x = points.map(({ atMs }) => atMs / 1000);
  const rate = (count: number): number => count / seconds;
  const timeLimits = thresholds.flatMap(({ metric: name, max, min, held, scenario, request }) => {
    const metric = metricOf(name);
    const value = max ?? min;
    if (!metric || timeOf(metric)?.time !== 'response' || value === undefined) return [];
    const scope = [scenario, request].filter((one) => one !== undefined).join(', ');
    return { name: `${name}${scope === '' ? '' : ` of ${scope}`}`, value, held };
  });
  const rateLimits = thresholds.flatMap(({ metric, max, min, held }) => {
    const value = min ?? max;
    return metric === 'throughput' && value !== undefined ? { name: metric, value, held } : [];
  });
  const statuses = [...new Set(points.flatMap(({ statuses: counts }) => Object.keys(counts)))]
    .sort()
    .slice(0, MAX_STATUSES);
  const planned = profile.model === 'open' ? 'planned starts' : 'planned users';
  const charts: Chart[] = [
    {
      id: 'response',
      title: 'Response time',
      about: 'From the moment a request was meant to be sent to its complete answer.',
      unit: 'ms',
      ...(report.response.max > 5 * report.response.p99 ? { logarithmic: true as const } : {}),
      x,
      lines: TIMES.map(([name, key]) => ({
        name,
        values: points.map(({ response }) => (response.count === 0 ? null : response[key])),
      })),
      limits: timeLimits,
    },
    {
      id: 'throughput',
      title: 'Throughput',
      about: 'What the schedule asked for, what was offered to the target, and what it answered.',
      unit: '/s',
      x,
      lines: [
        { name: planned, values: points.map((point) => point.planned), dashed: true },
        { name: 'requests offered', values: points.map(({ offered }) => rate(offered)) },
        { name: 'requests answered', values: points.map(({ answered }) => rate(answered)) },
      ],
      limits: rateLimits,
    },
    {
      id: 'statuses',
      title: 'Status codes',
      about: 'Answers by status code.',
      unit: '/s',
      x,
      lines: [
        ...statuses.map((status) => ({
          name: status,
          values: points.map((point) => rate(point.statuses[status] ?? 0)),
        })),
      ],
      limits: [],
    },
    errorsChart(points, x, seconds),
    {
      id: 'distribution',
      title: 'Distribution',
      about: 'How many per cent of the requests took no longer than so many milliseconds, over the whole run.',
      unit: 'ms',
      percentiles: true,
      x: PERCENTILES.map(rarity),
      lines: [
        { name: 'response', values: curve(report.response) },
        { name: 'service', values: curve(report.service) },
        { name: 'send lag', values: curve(report.lag) },
      ],
      limits: timeLimits,
    },
    {
      id: 'lag',
      title: 'Send lag',
      about:
        'How late requests were sent, how late the generator released them, and how long its event loop was held up.',
      unit: 'ms',
      x,
      lines: [
        { name: 'send lag p99', values: points.map(({ lagP99 }) => lagP99) },
        { name: 'released late, worst', values: points.map(({ lateMax }) => lateMax) },
        { name: 'event loop delay p99', values: points.map(({ loopDelayP99 }) => loopDelayP99) },
      ],
      limits: [],
    },
    {
      id: 'generator',
      title: 'Load of the generator',
      about: 'How busy the event loop was, and how many cores the process used.',
      unit: '',
      x,
      lines: [
        { name: 'event loop busy', values: points.map(({ utilization }) => utilization) },
        { name: 'cores', values: points.map(({ cpu }) => cpu) },
      ],
      limits: [],
    },
  ];
  const last = series.points.at(-1);
  return {
    end: last ? (last.atMs + (last.durationMs ?? intervalMs)) / 1000 : 0,
    charts,
    stages: stages.map(({ name, startMs, durationMs, warmUp }) => ({
      name,
      from: startMs / 1000,
      to: (startMs + durationMs) / 1000,
      warmUp,
    })),
  };
}

const PERCENTILES = [0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99];

/** 90 % is 1, 99 % is 2, 99.9 % is 3: the axis of percentile plots. */
const rarity = (percent: number): number => -Math.log10(1 - percent / 100);

function curve(spread: LoadSpread): (number | null)[] {
  const histogram = histogramOf(spread);
  return PERCENTILES.map((percent) =>
    // A percentile that fewer values than one make up says nothing.
    spread.count * (1 - percent / 100) < 1 ? null : percentileMs(histogram, percent),
  );
}
