/** Offers the metrics of a load run to Prometheus. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../settings/index.js';
import { type Metric, Metrics } from './metrics.js';
import type { Output } from './output.js';

/** The longest wait for the last scrape. A CI job should not wait for longer. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Serves `GET /metrics` in the text format of Prometheus, on a port of this machine or on
 * `HOST:PORT`. Prometheus reads the metrics at intervals, and each reading is a scrape. After a
 * first scrape, `close` waits for another scrape, which reads the last figures. It waits for at
 * most two intervals, and at most a minute. If the user ends the run, it does not wait.
 */
export async function prometheusOutput(
  place: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Output> {
  const { host, port } = addressOf(place);
  const metrics = new Metrics();
  let lastScrapeAt: number | undefined;
  // The interval is known after the second scrape. Until then, the longest wait applies.
  let intervalMs = LONGEST_WAIT_MS / 2;
  let afterScrape = (): void => {};
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const now = performance.now();
    if (lastScrapeAt !== undefined) intervalMs = now - lastScrapeAt;
    lastScrapeAt = now;
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(exposition(metrics.list()), () => afterScrape());
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new UsageError(
      `--output prometheus=${place} cannot be served: ${error.message}. Name a free port, such as prometheus=9464.`,
    );
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    observes: { samples: 0, durations: true },
    place: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    second: (second) => metrics.add(second),
    close: async () => {
      if (lastScrapeAt !== undefined) {
        const scraped = new Promise<void>((resolve) => {
          afterScrape = resolve;
        });
        await waitAtMost(scraped, Math.min(LONGEST_WAIT_MS, 2 * intervalMs), signal);
      }
      server.close();
      server.closeIdleConnections();
    },
  };
}

function addressOf(place: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', port = ''] = /^(?:\[?([^[\]]+)\]?:)?(\d+)$/.exec(place) ?? [];
  if (port !== '' && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new UsageError(
    `--output prometheus=${place} is neither a port nor HOST:PORT. Give prometheus=9464 or prometheus=0.0.0.0:9464, for example.`,
  );
}

async function waitAtMost(
  done: Promise<void>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}

/** The text format of Prometheus, version 0.0.4. */
const exposition = (metrics: readonly Metric[]): string => metrics.map(familyOf).join('');

function familyOf({ name, unit, description, ...data }: Metric): string {
  const base = `${name.replace(/\W/g, '_')}${unit === 's' ? '_seconds' : ''}`;
  const head = (metric: string, type: string): string =>
    `# HELP ${metric} ${description}\n# TYPE ${metric} ${type}\n`;
  if (data.histogram)
    return (
      head(base, 'histogram') + data.histogram.dataPoints.map((one) => buckets(base, one)).join('')
    );
  const points = data.sum ?? data.gauge;
  const full = data.sum ? `${base}_total` : base;
  const values = points?.dataPoints.map(({ asDouble }) => `${full} ${asDouble}\n`) ?? [];
  return head(full, data.sum ? 'counter' : 'gauge') + values.join('');
}

type HistogramPoint = NonNullable<Metric['histogram']>['dataPoints'][number];

function buckets(name: string, point: HistogramPoint): string {
  const labels = point.attributes.map(
    ({ key, value }) =>
      `${key.replace(/\W/g, '_')}="${escaped(value.stringValue ?? value.intValue ?? '')}"`,
  );
  let cumulative = 0;
  const counted = point.bucketCounts.map((count, at) => {
    cumulative += Number(count);
    const bound = point.explicitBounds[at] ?? '+Inf';
    return `${name}_bucket{${[...labels, `le="${bound}"`].join(',')}} ${cumulative}\n`;
  });
  const all = `{${labels.join(',')}}`;
  return `${counted.join('')}${name}_sum${all} ${point.sum}\n${name}_count${all} ${point.count}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
