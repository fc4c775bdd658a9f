import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cycle } from './cycle.js';
import type { Stage } from './plan.js';
import { schedule } from './schedule.js';

function stages(
  ...shapes: readonly (readonly [durationMs: number, from: number, to: number])[]
): Stage[] {
  let startMs = 0;
  return shapes.map(([durationMs, from, to], index) => {
    const stage = { name: `${index}`, startMs, durationMs, from, to, warmUp: false };
    startMs += durationMs;
    return stage;
  });
}

it('spaces a constant rate evenly', () => {
  const { total, dueAt } = schedule(stages([2000, 5, 5]));
  expect(total).toBe(10);
  expect(Array.from({ length: total }, (_, k) => Math.round(dueAt(k)))).toEqual([
    0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800,
  ]);
});

it('follows a ramp from 0: the number of arrivals grows with the square of the time', () => {
  const { total, dueAt } = schedule(stages([10_000, 0, 20]));
  expect(total).toBe(100);
  expect(dueAt(25)).toBeCloseTo(5000, 6);
  expect(dueAt(81)).toBeCloseTo(9000, 6);
});

it('adds the last fraction of an arrival to the next stage', () => {
  const { total, dueAt } = schedule(stages([1500, 1, 1], [1000, 10, 10]));
  expect(total).toBe(12);
  expect([dueAt(0), dueAt(1), dueAt(2)].map(Math.round)).toEqual([0, 1000, 1550]);
});

it('has no arrivals in a stage with the rate 0', () => {
  const { dueAt } = schedule(stages([1000, 2, 2], [5000, 0, 0], [1000, 2, 2]));
  expect([0, 1, 2, 3].map((k) => Math.round(dueAt(k)))).toEqual([0, 500, 6000, 6500]);
});

it('never goes back in time, and never exceeds the end of the last stage', () => {
  const shape = fc.tuple(
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ max: 50, min: 0 }),
    fc.integer({ max: 50, min: 0 }),
  );
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 6 }), (shapes) => {
      const all = stages(...shapes);
      const { total, dueAt } = schedule(all);
      const end = all.reduce((sum, { durationMs }) => sum + durationMs, 0);
      let before = 0;
      for (let k = 0; k < total; k += 1) {
        const due = dueAt(k);
        expect(due).toBeGreaterThanOrEqual(before - 1e-6);
        expect(due).toBeLessThanOrEqual(end + 1e-6);
        before = due;
      }
    }),
    { seed: 1, numRuns: 100 },
  );
});

it('mixes scenarios by weight without bursts', () => {
  expect(cycle([4, 2, 2])).toEqual([0, 1, 2, 0]);
  expect(cycle([5, 1])).toEqual([0, 0, 0, 1, 0, 0]);
  expect(cycle([0, 3])).toEqual([1]);
});
