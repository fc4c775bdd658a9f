import { expect, it } from 'vitest';
import { durationAt, Pacer, retryAfterMs } from './pace.js';
import { Slots } from './slots.js';

const clock = () => {
  let now = 0;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms: number) => pass(ms), pass };
};
const never = new AbortController().signal;

it('never exceeds the rate in any window', async () => {
  const time = clock();
  const pacer = new Pacer({ requests: 60, perMs: 60_000 }, time);
  const sent: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    await pacer.turn(never);
    sent.push(time.now());
    if (index % 7 === 0) time.pass(index * 10);
  }
  const windows = sent.map(
    (start) => sent.filter((at) => at >= start && at < start + 60_000).length,
  );
  expect(Math.max(...windows)).toBeLessThanOrEqual(60);
});

it('waits for the end of a pause, and does not wait without a pace', async () => {
  const time = clock();
  const pacer = new Pacer(undefined, time);
  expect(await pacer.turn(never)).toBe(0);
  pacer.pause(5_000);
  expect(await pacer.turn(never)).toBe(5_000);
  expect(await pacer.turn(never)).toBe(0);
});

it('spaces requests evenly, and never exceeds the size of a window', async () => {
  const time = clock();
  const pacer = new Pacer({ requests: 2, perMs: 10_000 }, time);
  const waited = [];
  for (let turn = 0; turn < 3; turn += 1) waited.push(await pacer.turn(never));
  expect(waited).toEqual([0, 5_050, 5_050]);
  time.pass(20_000);
  expect(await pacer.turn(never)).toBe(0);
});

it('uses the longer of two pauses, up to five and a half minutes', async () => {
  const time = clock();
  const pacer = new Pacer(undefined, time);
  pacer.pause(5_000);
  pacer.pause(1_000);
  expect(await pacer.turn(never)).toBe(5_000);
  pacer.pause(330_000);
  expect(await pacer.turn(never)).toBe(330_000);
  pacer.pause(330_001);
  await expect(pacer.turn(never)).rejects.toMatchObject({
    kind: 'rate-limited',
    message: expect.stringMatching(/wait of another 331 s$/),
  });
  time.pass(1);
  expect(await pacer.turn(never)).toBe(330_000);
});

it('rejects an interrupted request, and continues with the next', async () => {
  const pacer = new Pacer(undefined, clock());
  await expect(pacer.turn(AbortSignal.abort(new Error('interrupted')))).rejects.toThrow(
    'interrupted',
  );
  expect(await pacer.turn(never)).toBe(0);
});

it('checks the pace again after it waited for a slot', async () => {
  const time = clock();
  const slots = new Slots(1);
  const pacer = new Pacer(undefined, time, slots);
  await pacer.turn(never);
  const next = pacer.turn(never);
  await Promise.resolve();
  await Promise.resolve();
  pacer.pause(3_000);
  slots.free();
  expect(await next).toBe(3_000);
});

it.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['0', 1_000],
  ['-3', 1_000],
  ['+4', 4_000],
  ['12', 12_000],
  ['1.2', 2_000],
  ['1.25', 2_000],
  ['12, soon', undefined],
  ['1, 5, 3', 5_000],
  ['Thu, 01 Jan 1970 00:00:09 GMT', 5_000],
  ['Thu, 01 Jan 1970 00:00:02 GMT', 1_000],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %s', (value, ms) => {
  expect(retryAfterMs(value, 4_000)).toBe(ms);
});

it.each([
  ['Thu, 01 Jan 2026 00:00:01 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT', 1_000],
  ['Thu, 01 Jan 2026 02:00:00 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT', 7_200_000],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 02:00:00 GMT', 1_000],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 'not a date', 5_000],
  ['Thu, 01 Jan 2026 00:00:09 GMT', undefined, 5_000],
  ['7', 'Thu, 01 Jan 2026 00:00:00 GMT', 7_000],
])('reads Retry-After %j of a response with the Date %j as %i', (value, date, ms) => {
  expect(retryAfterMs(value, Date.UTC(2026, 0, 1, 0, 0, 4), date)).toBe(ms);
});

it('computes the duration of a plan', () => {
  expect(durationAt({ requests: 60, perMs: 60_000 }, 145)).toBe((144 * 60_600) / 60);
  expect([0, 1, 2].map((count) => durationAt({ requests: 1, perMs: 1_000 }, count))).toEqual([
    0, 0, 1_050,
  ]);
  expect(durationAt({ requests: 0.5, perMs: 1_000 }, 2)).toBe(2_050);
  expect(durationAt({ requests: 2.7, perMs: 10_000 }, 3)).toBe(10_100);
  expect(durationAt(undefined, 1_000)).toBe(0);
});
