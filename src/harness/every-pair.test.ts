import { expect, it } from 'vitest';
import { everyPair } from './covering-array.js';

const values = {
  size: [1, 2, 3],
  colour: ['red', undefined],
  shape: ['round', 'square', null],
} as const;
const PAIRS = 3 * 2 + 3 * 3 + 2 * 3;

it('covers every pair of values with fewer rows than there are combinations', () => {
  const { rows, coverageOf } = everyPair(values);
  expect(coverageOf(rows)).toEqual({ total: PAIRS, covered: PAIRS });
  expect(rows.length).toBeLessThan(18);
  for (const size of values.size)
    for (const shape of values.shape)
      expect(rows.some((row) => row.size === size && row.shape === shape)).toBe(true);
});

it('leaves out pairs that are not allowed, and counts the pairs that rows cover', () => {
  const { rows, coverageOf } = everyPair(
    values,
    ({ size, shape }) => !(size === 1 && shape === 'round'),
  );
  expect(rows.some(({ size, shape }) => size === 1 && shape === 'round')).toBe(false);
  expect(coverageOf(rows)).toEqual({ total: PAIRS - 1, covered: PAIRS - 1 });
  expect(coverageOf(rows.slice(0, 1))).toEqual({ total: PAIRS - 1, covered: 3 });
});
