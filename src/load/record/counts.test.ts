import { expect, it } from 'vitest';
import { countOf, meanOf, mergeCounts, Numbers, percentileOf } from './counts.js';

const countsOf = (...values: readonly number[]) => {
  const numbers = new Numbers();
  for (const value of values) numbers.add(value);
  return numbers.counts();
};

it('counts numbers exactly, including negative numbers and fractions', () => {
  const counts = countsOf(237, 0.25, -3, 237, 1_000_001);
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

it('adds up the counts of several generators', () => {
  expect(mergeCounts([countsOf(1, 2), countsOf(2, 3), []])).toEqual([
    [1, 1],
    [2, 2],
    [3, 1],
  ]);
});

it('limits the number of different entries, but still counts every number', () => {
  const many = countsOf(...Array.from({ length: 50_000 }, (_, at) => 1_000_000 + at));
  expect(many.length).toBeLessThanOrEqual(10_100);
  expect(countOf(many)).toBe(50_000);
});
