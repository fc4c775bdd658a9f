/** Figures of load reports beside the counts of a server. */

import { afterEach, describe, expect, it } from 'vitest';
import type { LoadReport } from '../../src/schema/types.js';
import { type CapacityServer, startCapacityServer } from './capacity-server.js';
import { loadInFolder } from './load-command.js';

const { load, report, write } = loadInFolder();

let server: CapacityServer | undefined;
afterEach(() => server?.close());

async function run(capacity: number, refuses: boolean, profile: object): Promise<LoadReport> {
  server = await startCapacityServer(capacity, refuses);
  await write('t.json', { platform: { baseUrl: server.origin, collections: ['x'] } });
  const request = { interface: 'platform', path: '/r' };
  await load(
    { model: 'open', scenarios: [{ flow: 'request', name: 'r', request }], ...profile },
    { options: { target: 't.json' } },
  );
  return report();
}

describe('the figures', () => {
  it('of visits, 429 and served responses are those of the server', async () => {
    const { totals, scenarios, throughput, measuredMs } = await run(30, true, {
      stages: [{ duration: '5s', rate: 80 }],
      thresholds: [{ metric: 'abandoned', max: 0.1 }],
    });
    const seen = await server?.seen();
    const [visits] = scenarios;
    expect(visits?.started).toBe(400);
    expect(totals.answered).toBe(seen?.arrived);
    expect(totals.throttled).toBe(seen?.refused);
    expect(visits?.completed).toBe(seen?.served);
    expect(visits?.abandoned).toBe(400 - (seen?.served ?? 0));
    expect(visits?.reasons).toEqual({ 'GET /r: status 429': visits?.abandoned });
    expect(visits?.abandoned).toBeGreaterThan(50);
    // The first request is served at once, so its response marks the start of the schedule. Retries
    // after 429 are served after the end of the schedule, too, and do not count.
    const [first = 0] = seen?.servedAt ?? [];
    const inTime = seen?.servedAt.filter((at) => at - first < 5000).length ?? 0;
    expect(Math.abs((throughput * measuredMs) / 1000 - inTime)).toBeLessThanOrEqual(1);
    expect(seen?.served).toBeGreaterThan(inTime);
  });

  it('of an overloaded server are the rate that it served, not the rate that was sent', async () => {
    const { throughput, pending, totals } = await run(60, false, {
      stages: [{ duration: '5s', rate: 80 }],
      thresholds: [{ metric: 'errors', max: 1 }],
    });
    const seen = await server?.seen();
    const [first = 0] = seen?.servedAt ?? [];
    const served = seen?.servedAt.filter((at) => at - first < 5000).length ?? 0;
    expect(totals.answered).toBe(400);
    expect(Math.abs(throughput * 5 - served)).toBeLessThanOrEqual(3);
    expect(Math.abs((pending ?? 0) - (400 - served))).toBeLessThanOrEqual(4);
  });
});

it.each([20, 60, 300])('finds the breakpoint of a server that serves %i/s', async (capacity) => {
  const { breakpoint, outcome } = await run(capacity, false, {
    breakpoint: { start: capacity / 2, step: capacity / 2, max: capacity * 3, hold: '4s' },
    timeout: '5s',
    drain: '1s',
    thresholds: [
      { metric: 'response.p95', max: '500ms' },
      { metric: 'errors', max: 0.01 },
    ],
  });
  expect(outcome).toBe('held');
  expect(breakpoint?.highest).toBeGreaterThanOrEqual(capacity * 0.9);
  expect(breakpoint?.highest).toBeLessThanOrEqual(capacity * 1.1);
  expect(breakpoint?.served).toBeGreaterThanOrEqual(capacity * 0.9);
  expect(breakpoint?.served).toBeLessThanOrEqual(capacity * 1.1);
});
