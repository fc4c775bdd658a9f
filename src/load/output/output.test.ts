import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alike, readMetrics } from '../../../tests/load/otlp-reader.js';
import { readExposition } from '../../../tests/load/prometheus-reader.js';
import { seconds } from '../../../tests/load/second.js';
import { UsageError } from '../../settings/index.js';
import { openOutputs } from './index.js';
import { metricsUrl, otlpOutput } from './otlp.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-output-'));
});
afterEach(() => rm(folder, { recursive: true }));

const options = (samples = Number.POSITIVE_INFINITY) => ({
  cwd: folder,
  samples,
  version: '1.0.0',
  target: 'reference',
  environment: { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key' },
});

async function outputOf(spec: string, samples?: number, count = 3) {
  const [output] = await openOutputs([spec], options(samples));
  if (!output) throw new Error('no output');
  for (const second of seconds(count, samples)) output.second(second);
  return output;
}

it('writes every request as NDJSON with its intended time', async () => {
  await (await outputOf('ndjson=deep/samples.ndjson')).close();
  const lines = (await readFile(path.join(folder, 'deep/samples.ndjson'), 'utf8'))
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows).toHaveLength(30);
  expect(rows[11]).toEqual({
    ...{
      time: '2026-01-01T00:00:01.100Z',
      scenario: 'first-page',
      request: 'GET "products"',
      status: 200,
    },
    ...{ lagMs: 1, firstByteMs: 4, serviceMs: 19, responseMs: 20, tags: { team: 'blue' } },
  });
  expect(rows[8]).toMatchObject({ status: 503, error: '503' });
  expect(rows[9]).toMatchObject({ error: 'timeout' });
});

it('writes CSV that a CSV parser can read', async () => {
  await (await outputOf('csv=samples.csv')).close();
  const rows: Record<string, string>[] = parse(await readFile(path.join(folder, 'samples.csv')), {
    columns: true,
  });
  expect(rows).toHaveLength(30);
  expect(rows[0]).toMatchObject({
    request: 'GET "products"',
    responseMs: '10',
    status: '200',
    tags: '{"team":"blue"}',
  });
});

it('writes at most the given number of samples per second', async () => {
  await (await outputOf('ndjson=few.ndjson', 4)).close();
  const lines = (await readFile(path.join(folder, 'few.ndjson'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(12);
});

it('sends metrics over OTLP that conform to the definition of the protocol', async () => {
  const requests: { path: string | undefined; key: unknown; body: string }[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ path: request.url, key: request.headers['api-key'], body });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await (await outputOf(`otlp=http://127.0.0.1:${port}`)).close();
  collector.close();
  expect(requests[0]).toMatchObject({ path: '/v1/metrics', key: 'a key' });
  const sent = JSON.parse(requests.at(-1)?.body ?? '');
  expect(readMetrics(sent)).toEqual(alike(sent));
  const [{ resource, scopeMetrics }] = sent.resourceMetrics;
  expect(resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'assay' },
  });
  const metrics: {
    name: string;
    unit: string;
    sum?: { dataPoints: { asDouble: number }[] };
    histogram?: {
      dataPoints: {
        count: string;
        explicitBounds: number[];
        bucketCounts: string[];
        attributes: unknown[];
      }[];
    };
  }[] = scopeMetrics.flatMap((scope: { metrics: unknown[] }) => scope.metrics);
  const duration = metrics.find(({ name }) => name === 'http.client.request.duration');
  expect(duration?.unit).toBe('s');
  const points = duration?.histogram?.dataPoints ?? [];
  // The three points count responses with the expected status, responses with 503, and timeouts.
  expect(points.map(({ count }) => count)).toEqual(['24', '3', '3']);
  expect(metrics.find(({ name }) => name === 'assay.starts')?.sum?.dataPoints[0]?.asDouble).toBe(
    30,
  );
  const [point] = points;
  expect(point).toMatchObject({ count: '24' });
  expect(point?.explicitBounds.slice(0, 3)).toEqual([0.005, 0.01, 0.025]);
  expect(point?.bucketCounts.slice(0, 3)).toEqual(['0', '3', '3']);
  expect(point?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '200' },
  });
});

/** A collector with these responses, of which the last one is repeated. */
async function startCollector(
  responses: readonly (readonly [status: number, body: object, headers?: Record<string, string>])[],
) {
  let received = 0;
  const collector = createServer((request, response) => {
    const [status, body, headers = {}] = responses[Math.min(received, responses.length - 1)] ?? [
      500,
      {},
    ];
    received += 1;
    request.resume();
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    output: await outputOf(`otlp=http://127.0.0.1:${port}`),
    received: () => received,
    close: () => new Promise((resolve) => collector.close(resolve)),
  };
}

it('tries the last delivery to a collector again, as far as OTLP allows', async () => {
  const busy = await startCollector([
    [503, {}, { 'Retry-After': '0' }],
    [429, {}],
    [200, {}],
  ]);
  await busy.output.close();
  expect(busy.received()).toBe(3);
  await busy.close();
  const refusing = await startCollector([[400, {}]]);
  await expect(refusing.output.close()).rejects.toThrow('the collector returned 400');
  expect(refusing.received()).toBe(1);
  await refusing.close();
});

it('says why a collector has not received the metrics', async () => {
  const partly = await startCollector([
    [200, { partialSuccess: { rejectedDataPoints: '3', errorMessage: 'unknown unit' } }],
  ]);
  await expect(partly.output.close()).rejects.toThrow(
    'the collector refused 3 data points: unknown unit',
  );
  await partly.close();
  const gone = await startCollector([[200, {}]]);
  await gone.close();
  await expect(gone.output.close()).rejects.toThrow(
    'the collector cannot be reached: connection refused',
  );
});

it('serves metrics for Prometheus, and ends after a last request for them', async () => {
  const output = await outputOf('prometheus=0');
  const scrape = async () => {
    const answer = await fetch(output.place);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return readExposition(await answer.text());
  };
  const families = await scrape();
  expect([...families].map(([name, { type }]) => [name, type])).toEqual([
    ['http_client_request_duration_seconds', 'histogram'],
    ['assay_response_duration_seconds', 'histogram'],
    ['assay_starts_total', 'counter'],
    ['assay_dropped_total', 'counter'],
    ['assay_planned', 'gauge'],
  ]);
  const counts = families
    .get('assay_response_duration_seconds')
    ?.samples.filter(({ name }) => name.endsWith('_count'));
  expect(counts?.map(({ value }) => value)).toEqual([24, 3, 3]);
  expect(counts?.[0]?.labels).toMatchObject({
    assay_request: 'GET "products"',
    http_response_status_code: '200',
    assay_tag_team: 'blue',
  });
  for (const second of seconds(1)) output.second(second);
  const closed = output.close();
  expect((await scrape()).get('assay_starts_total')?.samples[0]?.value).toBe(40);
  await closed;
  await expect(fetch(output.place)).rejects.toThrow();
});

it.each([
  ['prometheus=http://localhost', /is neither a port nor HOST:PORT. Give prometheus=9464/],
  ['xml=a.xml', /Known: ndjson=samples.ndjson, csv=/],
  ['csv', /names no destination. Use --output csv=samples.csv/],
  ['otlp=localhost:4318', /^--output otlp=localhost:4318 is not a URL. Give one such as http:/],
])('rejects --output %s with a remedy', async (spec, message) => {
  await expect(openOutputs([spec], options())).rejects.toThrow(UsageError);
  await expect(openOutputs([spec], options())).rejects.toThrow(message);
});

it.each([
  ['', 'http://127.0.0.1:1/otlp/', 'http://127.0.0.1:1/otlp/v1/metrics'],
  ['', 'http://127.0.0.1:1', 'http://127.0.0.1:1/v1/metrics'],
  ['http://127.0.0.1:1', '', 'http://127.0.0.1:1/v1/metrics'],
  ['http://127.0.0.1:1/own', '', 'http://127.0.0.1:1/own'],
])('sends metrics for the option "%s" and the variable "%s" to %s', (option, variable, url) => {
  expect(metricsUrl(option, variable)).toBe(url);
});

it('names the variable that contains an invalid address', () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' };
  expect(() => otlpOutput('', { version: '1', target: 'a', environment })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT "collector" is not a URL',
  );
});
