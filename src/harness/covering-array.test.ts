import { expect, it } from 'vitest';
import { type Allows, coverageOf, coveringArray, type Factor, isAllowed } from './covering-array.js';

const factors: readonly Factor[] = [4, 3, 3, 2, 2, 2].map((size, index) => ({
  name: `f${index}`,
  values: Array.from({ length: size }, (_, value) => `v${value}`),
}));
/** Linear congruential, the same every time. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
const never: Allows = (a, x, b, y) => !(x === 1 && y === 1 && a + b === 3 && a * b === 0);

it('brings every pair together in a few rows, and keeps the constraints', () => {
  const made = coveringArray(factors, { strength: 2, allows: never, most: 1000, random: numbers() });
  expect(made.covered).toBe(made.total);
  expect(made.rows.length).toBeLessThan(24);
  expect(made.rows.every((row) => isAllowed(row, never))).toBe(true);
});

it('counts what rows bring together, by every pair and every triple', () => {
  const { rows } = coveringArray(factors, { strength: 3, allows: () => true, most: 1000, random: numbers() });
  const pairs = new Set(
    rows.flatMap((row) => row.flatMap((a, i) => row.slice(i + 1).map((b, j) => `${i} ${a} ${i + 1 + j} ${b}`))),
  );
  expect(coverageOf(factors, rows, { strength: 2, allows: () => true })).toEqual({
    total: pairs.size,
    covered: pairs.size,
  });
  expect(coverageOf(factors, rows, { strength: 3, allows: () => true }).covered).toBe(
    coverageOf(factors, rows, { strength: 3, allows: () => true }).total,
  );
});

it('covers most with the first rows, and goes on from rows that are there', () => {
  const whole = coveringArray(factors, { strength: 2, allows: () => true, most: 1000, random: numbers() });
  const half = whole.rows.slice(0, Math.ceil(whole.rows.length / 2));
  expect(coverageOf(factors, half, { strength: 2, allows: () => true }).covered / whole.total).toBeGreaterThan(0.6);
  const rest = coveringArray(factors, { strength: 2, allows: () => true, first: half, most: 1000, random: numbers() });
  expect(rest.covered).toBe(rest.total);
  expect(rest.rows.length).toBeLessThan(whole.rows.length);
});
