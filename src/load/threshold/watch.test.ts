import { expect, it } from 'vitest';
import type { LoadPoint } from '../../schema/types.js';
import { profileFrom } from '../profile/read.js';
import { spreadOf } from '../record/histogram.js';
import { Times } from '../record/times.js';
import { Watch } from './watch.js';

function point(
  second: number,
  { ms = 10, errors = 0, requests = 100 }: { ms?: number; errors?: number; requests?: number } = {},
): LoadPoint {
  const response = new Times();
  for (let turn = 0; turn < requests; turn += 1) response.record(ms);
  return {
    atMs: second * 1000,
    planned: requests,
    ...{
      started: requests,
      offered: requests,
      answered: requests,
      timedOut: 0,
      failed: 0,
      dropped: 0,
      errors,
      throttled: 0,
    },
    ...{
      checked: 0,
      wrong: 0,
      statuses: { 200: requests },
      response: spreadOf(response.histogram()),
    },
    ...{ lagP99: 0, lagMax: 0, lateMax: 0, loopDelayP99: 0, utilization: 0, cpu: 0, rssMb: 0 },
  };
}

function startWatch(threshold: object) {
  const { thresholds } = profileFrom(
    {
      model: 'open',
      stages: [{ duration: '10s', rate: 1 }],
      scenarios: [{ flow: 'token' }],
      thresholds: [threshold],
    },
    'test',
  );
  const [only] = thresholds;
  if (!only) throw new Error('no threshold');
  return { watch: new Watch(thresholds), threshold: only };
}

it('judges a window when it is full, and keeps the worst value', () => {
  const { watch, threshold } = startWatch({ metric: 'response.p95', max: '50ms', window: '3s' });
  const times = [10, 10, 10, 200, 10, 10, 10, 10];
  for (const [second, ms] of times.entries())
    expect(watch.take(point(second, { ms }))).toBeUndefined();
  expect(watch.verdict(threshold)).toMatchObject({
    held: false,
    observed: 200.063,
    missedAtMs: 4000,
    windowMs: 3000,
  });
});

it('ignores points that are older than the window', () => {
  const { watch } = startWatch({ metric: 'response.p95', max: '50ms', window: '2s', abort: true });
  expect(watch.take(point(0, { ms: 200 }))).toBeUndefined();
  expect(watch.take(point(1))).toMatch(/response.p95 ≤ 50 ms in every 2 s was missed: 200 ms/);
  expect(watch.take(point(2))).toBeUndefined();
});

it('ends a run if the share of errors so far is too high', () => {
  const { watch } = startWatch({ metric: 'errors', max: 0.1, abort: true });
  expect(watch.take(point(0, { errors: 5 }))).toBeUndefined();
  expect(watch.take(point(1, { errors: 30 }))).toBe('errors ≤ 10 % was missed: 17.5 %');
});

it('has no verdict if no window was ever full', () => {
  const { watch, threshold } = startWatch({ metric: 'response.p95', max: '50ms', window: '30s' });
  watch.take(point(0));
  expect(watch.verdict(threshold)).toBeUndefined();
});

it('ends the run for 7 errors in 10 requests of two seconds', () => {
  const { watch, threshold } = startWatch({
    metric: 'errors',
    max: 0.1,
    window: '2s',
    abort: true,
  });
  expect(watch.take(point(0, { requests: 5, errors: 3 }))).toBeUndefined();
  expect(watch.take(point(1, { requests: 5, errors: 4 }))).toBe(
    'errors ≤ 10 % in every 2 s was missed: 70 %',
  );
  expect(watch.verdict(threshold)).toMatchObject({ held: false, observed: 0.7, missedAtMs: 2000 });
});

it('does not report a threshold as met if every window has too few requests', () => {
  const { watch, threshold } = startWatch({ metric: 'errors', max: 0.1, window: '2s' });
  for (const second of [0, 1, 2, 3]) watch.take(point(second, { requests: 5 }));
  const { held, reason } = watch.verdict(threshold) ?? {};
  expect([held, reason]).toEqual([
    false,
    expect.stringMatching(/no window could be evaluated: the largest had 10 requests/),
  ]);
});
