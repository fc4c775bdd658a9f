import { expect, it } from 'vitest';
import { schedule } from '../profile/schedule.js';
import { runUsers } from './closed.js';
import { startArrivals } from './open.js';

const stage = (durationMs: number, from: number, to = from) => ({
  name: 's',
  startMs: 0,
  durationMs,
  from,
  to,
  warmUp: false,
});

/** A clock that moves forward to the next timer without waiting. */
function clock(lateBy = 0) {
  let now = 0;
  const timers: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    hold: (ms: number) => {
      now += ms;
    },
    after: (ms: number, call: () => void) =>
      void timers.push({ at: now + ms + (ms > 0 ? lateBy : 0), call }),
    run: (until = Number.POSITIVE_INFINITY) => {
      for (let turn = 0; turn < 100_000 && timers.length > 0; turn += 1) {
        timers.sort((a, b) => a.at - b.at);
        const next = timers[0];
        if (!next || next.at > until) return;
        timers.shift();
        now = Math.max(now, next.at);
        next.call();
      }
    },
  };
}

const alone = { index: 0, of: 1 };

it('starts every arrival at its time, never earlier', async () => {
  const time = clock(0.4);
  const late: number[] = [];
  const { done } = startArrivals({
    ...time,
    arrivals: schedule([stage(1000, 100)]),
    share: alone,
    arrive: (_, due) => late.push(time.now() - due),
  });
  time.run();
  await done;
  expect(late).toHaveLength(100);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...late)).toBeLessThan(2);
});

it('keeps the intended times of arrivals that start late', () => {
  const time = clock();
  const due: number[] = [];
  startArrivals({
    ...time,
    arrivals: schedule([stage(1000, 10)]),
    share: alone,
    arrive: (arrival, at) => {
      due.push(at);
      if (arrival === 2) time.hold(500);
    },
  });
  time.run();
  expect(due.map(Math.round)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
});

it('takes every third arrival if there are three generators', () => {
  const time = clock();
  const taken: number[] = [];
  const share = { index: 1, of: 3 };
  startArrivals({
    ...time,
    arrivals: schedule([stage(1000, 10)]),
    share,
    arrive: (arrival) => taken.push(arrival),
  });
  time.run();
  expect(taken).toEqual([1, 4, 7]);
});

it('adds and removes users according to the stages', () => {
  const time = clock();
  let working = 0;
  const seen: number[] = [];
  runUsers({
    ...time,
    stages: [stage(1000, 0, 10)],
    share: alone,
    between: () => 0,
    visit: (_user, _turn, finished) => {
      working += 1;
      seen.push(working);
      time.after(30, () => {
        working -= 1;
        finished();
      });
    },
  });
  time.run(2000);
  expect(Math.max(...seen)).toBe(10);
  expect(working).toBe(0);
});

it('lets timers run between visits that end immediately', () => {
  const time = clock();
  let visits = 0;
  const visit = (_user: number, _turn: number, finished: () => void): void => {
    visits += 1;
    finished();
  };
  runUsers({ ...time, stages: [stage(100, 1)], share: alone, between: () => 0, visit });
  expect(visits).toBeLessThan(100);
  time.run(500);
  expect(visits).toBeGreaterThan(1000);
});
