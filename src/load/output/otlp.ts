import { UsageError } from '../../settings/index.js';
import { type Attributes, BOUNDS_SECONDS, type Metric, Metrics } from './metrics.js';
import type { Output } from './output.js';

const EXPORT_EVERY_MS = 5000;

export interface OtlpOptions {
  readonly version: string;
  /** Name of the target. */
  readonly target: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The address of the collector's metrics: `/v1/metrics` below a bare one. */
function metricsUrl(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`--output otlp=${endpoint} is no address. Give one such as otlp=http://localhost:4318.`);
  }
  if (url.pathname === '/') url.pathname = '/v1/metrics';
  return url.href;
}

/**
 * Metrics over OTLP/HTTP as JSON, every five seconds and at the end. The variables OTEL_EXPORTER_OTLP_ENDPOINT, where no
 * address is given, and OTEL_EXPORTER_OTLP_HEADERS are read as everywhere. What cannot be delivered at the end is told by
 * `close`, and does not end the run.
 */
export function otlpOutput(endpoint: string, { version, target, environment }: OtlpOptions): Output {
  const { OTEL_EXPORTER_OTLP_ENDPOINT = '', OTEL_EXPORTER_OTLP_HEADERS = '' } = environment;
  const url = metricsUrl(endpoint || OTEL_EXPORTER_OTLP_ENDPOINT);
  const given = OTEL_EXPORTER_OTLP_HEADERS.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const headers = given.flatMap(([name, ...value]) => (name ? [[name, decodeURIComponent(value.join('='))]] : []));
  const metrics = new Metrics();
  const began = Date.now();
  const resource = { 'service.name': 'assay', 'service.version': version, 'assay.target': target };
  const send = async (): Promise<void> => {
    const all = metrics.list().map((metric) => dataOf(metric, began, Date.now()));
    const scopeMetrics = [{ scope: { name: 'assay', version }, metrics: all }];
    const body = JSON.stringify({ resourceMetrics: [{ resource: { attributes: listed(resource) }, scopeMetrics }] });
    const answer = await fetch(url, {
      method: 'POST',
      headers: [...headers, ['Content-Type', 'application/json']] as [string, string][],
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(EXPORT_EVERY_MS),
    });
    if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
  };
  const ticking = setInterval(() => void send().catch(() => {}), EXPORT_EVERY_MS);
  return {
    observes: { samples: 0, durations: true },
    place: url,
    second: (second) => metrics.add(second),
    close: () => {
      clearInterval(ticking);
      return send();
    },
  };
}

/** A metric as the protocol's JSON has it; whole numbers of 64 bits are text there, and 2 is "cumulative". */
function dataOf(metric: Metric, began: number, now: number): object {
  const { name, unit, about: description } = metric;
  const times = { startTimeUnixNano: `${began}000000`, timeUnixNano: `${now}000000` };
  if (metric.kind === 'histogram') {
    const dataPoints = metric.points.map(({ attributes, sum, count, counts }) => ({
      ...{ ...times, attributes: listed(attributes), sum, count: String(count) },
      ...{ bucketCounts: counts.map(String), explicitBounds: BOUNDS_SECONDS },
    }));
    return { name, unit, description, histogram: { aggregationTemporality: 2, dataPoints } };
  }
  const dataPoints = metric.points.map(({ attributes, value }) => ({
    ...{ ...times, attributes: listed(attributes), asDouble: value },
  }));
  if (metric.kind === 'gauge') return { name, unit, description, gauge: { dataPoints } };
  return { name, unit, description, sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints } };
}

const listed = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    ...{ key, value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) } },
  }));
