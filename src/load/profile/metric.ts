/** The metrics that thresholds can name. */

import { type Column, columns } from '../percentiles.js';

/**
 * Durations of a request: `response` from its scheduled time to its complete response, `service`
 * from sending to the complete response, and `lag` from its scheduled time to sending.
 */
const times = ['response', 'service', 'lag'] as const;
export type Times = (typeof times)[number];

/** Metrics that are calculated from counts, with their units. */
const countedMetrics = {
  /**
   * Responses with an unexpected status other than 429, timeouts and lost connections, as a share
   * of the requests sent.
   */
  errors: 'share',
  /** Requests that reached their timeout, as a share of the requests sent. */
  timeouts: 'share',
  /** Responses with 429, as a share of all responses. */
  throttled: 'share',
  /** Visits that were abandoned, as a share of the visits that ended. */
  abandoned: 'share',
  /** Requests that were never sent, as a share of the scheduled requests. */
  dropped: 'share',
  /** Correct responses, as a share of the sampled responses. */
  checks: 'share',
  /** Responses with an expected status per second, received before the end of the schedule. */
  throughput: 'rate',
} as const;
type Counted = keyof typeof countedMetrics;

/** A statistic of a number that a scenario captures from responses. */
type CapturedMetric = `captured.${string}.${Column}`;

/** Examples of metrics are `response.p95`, `errors` and `captured.total.max`. */
export type Metric = `${Times}.${Column}` | Counted | CapturedMetric;

export type Unit = 'ms' | 'share' | 'rate' | 'number';

const table = new Map<string, { metric: Metric; unit: Unit }>([
  ...times.flatMap((time) =>
    columns.map(
      (column) => [`${time}.${column}`, { metric: `${time}.${column}`, unit: 'ms' }] as const,
    ),
  ),
  ...(Object.keys(countedMetrics) as Counted[]).map(
    (metric) => [metric, { metric, unit: countedMetrics[metric] }] as const,
  ),
]);

/** The names of all metrics, except those of captured values. */
export const metrics: readonly string[] = [...table.keys()];

/** Returns undefined for an unknown name. */
export function metricOf(name: string): Metric | undefined {
  const captured = capturedOf(name);
  return captured ? `captured.${captured.name}.${captured.column}` : table.get(name)?.metric;
}

/** Splits a metric such as `captured.total.max`. Returns undefined for any other metric. */
export function capturedOf(
  metric: string,
): { readonly name: string; readonly column: Column } | undefined {
  const [, name, rest] = /^captured\.([\w-]+)\.(.+)$/.exec(metric) ?? [];
  const column = columns.find((one) => one === rest);
  return name !== undefined && column ? { name, column } : undefined;
}

export const unitOf = (metric: Metric): Unit =>
  capturedOf(metric) ? 'number' : (table.get(metric)?.unit ?? 'rate');

/** Splits a metric such as `response.p95`. Returns undefined for any other metric. */
export function timeOf(
  metric: Metric,
): { readonly time: Times; readonly column: Column } | undefined {
  const time = times.find((one) => metric.startsWith(`${one}.`));
  const column = time && columns.find((one) => metric === `${time}.${one}`);
  return time && column ? { time, column } : undefined;
}

/** A time in milliseconds in words; a dash if it was not measured. */
export const timeInWords = (value: number | undefined): string =>
  value === undefined ? '–' : withUnit(value, 'ms');

/** A text such as `35 ms`, `12.5 s`, `0.8 %` or `57.5/s`. */
export function withUnit(value: number, unit: Unit): string {
  if (unit === 'share') return `${Number((value * 100).toPrecision(3))} %`;
  if (unit === 'rate') return `${Number(value.toPrecision(value >= 1000 ? 5 : 4))}/s`;
  if (unit === 'number') return String(Number(value.toPrecision(6)));
  return value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${Number(value.toPrecision(3))} ms`;
}
