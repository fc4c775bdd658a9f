import type { MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import { UsageError } from '../../settings/index.js';
import { BOUNDS_SECONDS, type Metric, Metrics } from './metrics.js';
import type { Output } from './output.js';

const EXPORT_EVERY_MS = 5000;
const PEERS = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-metrics-otlp-http',
];

/** The SDK is no dependency of ours: whoever sends metrics has it, or installs it. */
async function peers() {
  try {
    const [sdk, resources, http] = await Promise.all([
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ]);
    return { ...sdk, ...resources, ...http };
  } catch {
    throw new UsageError(`--output otlp needs packages of OpenTelemetry. Install them: npm install ${PEERS.join(' ')}`);
  }
}

/** The address of the collector's metrics: `/v1/metrics` below a bare one, as the environment variables of the SDK have it. */
function metricsUrl(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`--output otlp=${endpoint} is no address. Give one such as otlp=http://localhost:4318.`);
  }
  if (url.pathname === '/') url.pathname = '/v1/metrics';
  return url.href;
}

/**
 * Metrics over OTLP/HTTP, every five seconds and at the end. Without an address the SDK's environment variables say
 * where (OTEL_EXPORTER_OTLP_ENDPOINT). What cannot be delivered is told by `close`, and does not end the run.
 */
export async function otlpOutput(endpoint: string | undefined, version: string, target: string): Promise<Output> {
  const { MeterProvider, PeriodicExportingMetricReader, resourceFromAttributes, OTLPMetricExporter, ...kinds } =
    await peers();
  const metrics = new Metrics();
  const began = hrTime(Date.now());
  const resource = resourceFromAttributes({
    'service.name': 'assay',
    'service.version': version,
    'assay.target': target,
  });
  const producer: MetricProducer = {
    collect: async () => {
      const times = { startTime: began, endTime: hrTime(Date.now()) };
      const scope = { name: 'assay', version };
      const all = metrics.list().map((metric) => dataOf(metric, times, kinds));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: all }] }, errors: [] };
    },
  };
  const exporter = new OTLPMetricExporter(endpoint === undefined ? {} : { url: metricsUrl(endpoint) });
  const every = { exportIntervalMillis: EXPORT_EVERY_MS, exportTimeoutMillis: EXPORT_EVERY_MS };
  const reader = new PeriodicExportingMetricReader({ exporter, ...every, metricProducers: [producer] });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return {
    observes: { samples: 0, durations: true },
    place: endpoint === undefined ? 'OTLP' : metricsUrl(endpoint),
    second: (second) => metrics.add(second),
    close: () => provider.shutdown(),
  };
}

type Kinds = Pick<typeof import('@opentelemetry/sdk-metrics'), 'AggregationTemporality' | 'DataPointType'>;
type Times = { readonly startTime: [number, number]; readonly endTime: [number, number] };

function dataOf(metric: Metric, times: Times, { AggregationTemporality, DataPointType }: Kinds): MetricData {
  const { name, about: description, unit } = metric;
  const common = {
    // 1 is the value type of doubles.
    descriptor: { name, description, unit, valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (metric.kind === 'histogram') {
    const dataPoints = metric.points.map(({ attributes, sum, count, counts }) => ({
      ...times,
      attributes,
      value: { sum, count, buckets: { boundaries: [...BOUNDS_SECONDS], counts: [...counts] } },
    }));
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = metric.points.map((point) => ({ ...times, ...point }));
  return metric.kind === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
