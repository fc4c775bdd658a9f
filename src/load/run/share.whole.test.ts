import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { profileFrom } from '../profile/read.js';
import { mergeMeasurements } from '../record/recording.js';
import { mergeTallies } from '../record/tally.js';
import type { FlowData } from '../scenario/data.js';
import { runShare, type ShareHooks } from './share.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
}

const pages = (origin: string): FlowData => ({
  kind: 'requests',
  requests: [
    {
      title: 'page',
      url: `${origin}/products?limit=2`,
      headers: {},
      expected: {
        kind: 'page',
        format: 'legacy',
        seen: { count: 1, first: '{"id":1}', last: '{"id":1}' },
      },
    },
  ],
});

const profile = (more: object = {}) =>
  profileFrom(
    {
      model: 'open',
      stages: [{ duration: '500ms', rate: 100 }],
      scenarios: [{ flow: 'first-page' }],
      sample: 1,
      timeout: '5s',
      ...more,
    },
    'test',
  );

async function run(origin: string, more: object = {}, hooks: ShareHooks = {}, of = 1) {
  const plan = profile(more);
  const shares = Array.from({ length: of }, (_, index) =>
    runShare({ plan, flows: [pages(origin)], index, of }, hooks),
  );
  const recording = mergeMeasurements(await Promise.all(shares));
  return { recording, tally: mergeTallies(recording.requests.map(({ tally }) => tally)) };
}

it('sends every arrival of an open schedule, and judges the responses', async () => {
  let requests = 0;
  const origin = await serve((_, response) => {
    requests += 1;
    response.end('[{"id":1}]');
  });
  const { recording, tally } = await run(origin);
  expect(requests).toBe(50);
  expect(tally).toMatchObject({
    offered: 50,
    answered: 50,
    checked: 50,
    wrong: 0,
    statuses: { 200: 50 },
  });
  expect(recording.scenarios).toEqual([
    { name: 'first-page', started: 50, completed: 50, abandoned: 0 },
  ]);
  expect(recording.requests[0]?.response.count).toBe(50);
  expect(recording.series.points.reduce((sum, { answered }) => sum + answered, 0)).toBe(50);
});

it('shares a schedule between generators, so that each arrival is sent exactly once', async () => {
  const origin = await serve((_, response) => response.end('[{"id":1}]'));
  const { tally } = await run(origin, {}, {}, 3);
  expect(tally).toMatchObject({ offered: 50, answered: 50 });
});

it('counts a response with wrong contents as wrong, but not as an error', async () => {
  const origin = await serve((_, response) => response.end('[{"id":2}]'));
  const { recording, tally } = await run(origin);
  expect(tally).toMatchObject({ answered: 50, errors: 0, checked: 50, wrong: 50 });
  expect(recording.problems).toEqual([
    { title: 'page', problem: 'records that differ from the same page before the run', count: 50 },
  ]);
});

it('does not count the warm-up', async () => {
  const origin = await serve((_, response) => response.end('[{"id":1}]'));
  const { recording, tally } = await run(origin, { warmUp: { duration: '200ms', rate: 100 } });
  expect(tally.offered).toBe(50);
  expect(recording.stages.map(({ warmUp, tally: { offered } }) => [warmUp, offered])).toEqual([
    [true, 20],
    [false, 50],
  ]);
});

it('counts responses, refusals and timeouts exactly', async () => {
  const served = { ok: 0, limited: 0, unanswered: 0 };
  let requests = 0;
  const origin = await serve((_, response) => {
    requests += 1;
    if (requests % 10 === 0) {
      served.unanswered += 1;
    } else if (requests % 7 === 0) {
      served.limited += 1;
      response.writeHead(429, { 'Retry-After': '0' }).end();
    } else {
      served.ok += 1;
      response.end('[{"id":1}]');
    }
  });
  const { tally } = await run(origin, { timeout: '300ms' });
  expect(tally.statuses).toEqual({ 200: served.ok, 429: served.limited });
  expect(tally.timedOut).toBe(served.unanswered);
  expect(tally.throttled).toBe(served.limited);
  expect(tally.offered).toBe(tally.answered + tally.timedOut + tally.failed + tally.dropped);
});

it('records the waiting time of a timeout as its response time', async () => {
  const origin = await serve(() => {});
  const { recording, tally } = await run(origin, {
    stages: [{ duration: '100ms', rate: 100 }],
    timeout: '100ms',
  });
  expect(tally.timedOut).toBe(10);
  expect(recording.requests[0]?.response.p50).toBeGreaterThanOrEqual(100);
});

it('keeps all virtual users of a closed model busy', async () => {
  const waiting: (() => void)[] = [];
  let together = false;
  const origin = await serve((_, response) => {
    const answer = (): unknown => response.end('[{"id":1}]');
    if (together) return setImmediate(answer);
    waiting.push(answer);
    // The server first waits for three requests at the same time. With fewer than three busy users,
    // no request would get a response.
    if (waiting.length < 3) return undefined;
    together = true;
    return waiting.splice(0).map((one) => one());
  });
  const { tally } = await run(origin, {
    model: 'closed',
    stages: [{ duration: '2s', users: 3 }],
    timeout: '5s',
  });
  expect(tally.answered).toBeGreaterThan(10);
  expect(tally.offered).toBe(tally.answered);
});

it('ends when it is interrupted, and has counted every request', async () => {
  const stop = new AbortController();
  let requests = 0;
  const origin = await serve((_, response) => {
    requests += 1;
    response.end('[{"id":1}]');
    if (requests === 20) stop.abort();
  });
  const { tally } = await run(
    origin,
    { stages: [{ duration: '10min', rate: 200 }] },
    { signal: stop.signal },
  );
  expect(tally.offered).toBe(requests);
  expect(tally.offered).toBe(tally.answered + tally.timedOut + tally.failed + tally.dropped);
});
