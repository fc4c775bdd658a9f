import { expect, it } from 'vitest';
import { countOf, meanOf, mergeCounts, Numbers, percentileOf } from './counts.js';

const of = (...values: readonly number[]) => {
  const numbers = new Numbers();
  for (const value of values) numbers.add(value);
  return numbers.counts();
};

it('counts numbers exactly, negative ones and fractions too', () => {
  const counts = of(237, 0.25, -3, 237, 1_000_001);
  expect(counts).toEqual([
    [-3, 1],
    [0.25, 1],
    [237, 2],
    [1_000_001, 1],
  ]);
  expect(countOf(counts)).toBe(5);
  expect(meanOf(counts)).toBeCloseTo(200_094.45, 6);
  expect([0, 20, 50, 80, 100].map((percent) => percentileOf(counts, percent))).toEqual([
    -3, -3, 237, 237, 1_000_001,
  ]);
  expect(percentileOf([], 50)).toBeUndefined();
});

it('adds up what several generators counted', () => {
  expect(mergeCounts([of(1, 2), of(2, 3), []])).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
  ]);
});

it('stays small however many different numbers come, and counts each of them', () => {
  const many = of(...Array.from({ length: 50_000 }, (_, at) => 1_000_000 + at));
  expect(many.length).toBeLessThanOrEqual(10_100);
  expect(countOf(many)).toBe(50_000);
});
