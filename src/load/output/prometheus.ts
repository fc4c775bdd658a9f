import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Attributes, BOUNDS_SECONDS, type Metric, Metrics } from './metrics.js';
import type { Output } from './output.js';

const SUFFIXES: Readonly<Record<string, string>> = { s: '_seconds' };

/** The metrics in Prometheus' text format, version 0.0.4; names are turned as OpenTelemetry says. */
function prometheusText(metrics: readonly Metric[]): string {
  return metrics.map(textOf).join('');
}

function textOf(metric: Metric): string {
  const total = metric.kind === 'counter' ? '_total' : '';
  const name = `${nameOf(metric.name)}${SUFFIXES[metric.unit] ?? ''}${total}`;
  const head = `# HELP ${name} ${metric.about}\n# TYPE ${name} ${metric.kind}\n`;
  if (metric.kind !== 'histogram') {
    return head + metric.points.map(({ attributes, value }) => `${name}${labels(attributes)} ${value}\n`).join('');
  }
  const lines = metric.points.map(({ attributes, counts, sum, count }) => {
    let below = 0;
    const buckets = BOUNDS_SECONDS.map((bound, at) => {
      below += counts[at] ?? 0;
      return `${name}_bucket${labels({ ...attributes, le: bound })} ${below}\n`;
    });
    const end = `${name}_bucket${labels({ ...attributes, le: '+Inf' })} ${count}\n`;
    return `${buckets.join('')}${end}${name}_sum${labels(attributes)} ${sum}\n${name}_count${labels(attributes)} ${count}\n`;
  });
  return head + lines.join('');
}

const nameOf = (name: string): string => name.replace(/[^a-zA-Z0-9_]/g, '_');

function labels(attributes: Attributes): string {
  const pairs = Object.entries(attributes).map(
    ([name, value]) => `${nameOf(name)}="${String(value).replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** An endpoint on this machine, `/metrics`, that Prometheus scrapes during the run. Rejects where the port is taken. */
export async function prometheusEndpoint(port: number): Promise<Output> {
  const metrics = new Metrics();
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
        .end(prometheusText(metrics.list()));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' ? address?.port : port;
  return {
    observes: { samples: 0, durations: true },
    place: `http://127.0.0.1:${bound}/metrics`,
    second: (second) => metrics.add(second),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
