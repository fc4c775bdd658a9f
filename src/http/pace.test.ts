import { expect, it } from 'vitest';
import { durationAt, Pacer, retryAfterMs } from './pace.js';

const clock = () => {
  let now = 0;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms: number) => pass(ms), pass };
};
const never = new AbortController().signal;

it('never lets more than the rate through in any window', async () => {
  const time = clock();
  const pacer = new Pacer({ requests: 60, perMs: 60_000 }, time);
  const sent: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    await pacer.turn(never);
    sent.push(time.now());
    if (index % 7 === 0) time.pass(index * 10);
  }
  const windows = sent.map((start) => sent.filter((at) => at >= start && at < start + 60_000).length);
  expect(Math.max(...windows)).toBeLessThanOrEqual(60);
});

it('waits out a pause, and does not wait without a pace', async () => {
  const time = clock();
  const pacer = new Pacer(undefined, time);
  expect(await pacer.turn(never)).toBe(0);
  pacer.pause(5_000);
  expect(await pacer.turn(never)).toBe(5_000);
  expect(await pacer.turn(never)).toBe(0);
});

it('reads Retry-After as seconds and as a date', () => {
  expect(retryAfterMs('7', 0)).toBe(7_000);
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:09 GMT', 4_000)).toBe(5_000);
  expect(retryAfterMs('soon', 0)).toBeUndefined();
  expect(retryAfterMs(undefined, 0)).toBeUndefined();
});

it('says how long a plan takes', () => {
  expect(durationAt({ requests: 60, perMs: 60_000 }, 145)).toBeLessThanOrEqual(150_000);
  expect(durationAt(undefined, 1_000)).toBe(0);
});
