import { expect, it } from 'vitest';
import { coverageOf, coveringArray } from './covering-array.js';
import { type Allows, type Factor, isAllowed } from './tuples.js';

const factors: readonly Factor[] = [4, 3, 3, 2, 2, 2].map((size, index) => ({
  name: `f${index}`,
  values: Array.from({ length: size }, (_, value) => `v${value}`),
}));
/** A linear congruential generator that always returns the same numbers. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
/** Two values of two factors that may not be together. */
const apart =
  (
    one: readonly [factor: number, value: number],
    other: readonly [factor: number, value: number],
  ): Allows =>
  (a, x, b, y) => {
    const is = ([factor, value]: readonly [number, number], at: number, given: number) =>
      at === factor && given === value;
    return !((is(one, a, x) && is(other, b, y)) || (is(other, a, x) && is(one, b, y)));
  };
const constraint = apart([0, 1], [3, 1]);

it('covers every pair with a few rows, and satisfies the constraints', () => {
  const made = coveringArray(factors, {
    strength: 2,
    allows: constraint,
    most: 1000,
    random: numbers(),
  });
  expect(made.covered).toBe(made.total);
  expect(made.rows.length).toBeLessThan(24);
  expect(made.rows.every((row) => isAllowed(row, constraint))).toBe(true);
});

it('counts the pairs and the triples that rows cover', () => {
  const { rows } = coveringArray(factors, {
    strength: 3,
    allows: () => true,
    most: 1000,
    random: numbers(),
  });
  const pairs = new Set(
    rows.flatMap((row) =>
      row.flatMap((a, i) => row.slice(i + 1).map((b, j) => `${i} ${a} ${i + 1 + j} ${b}`)),
    ),
  );
  expect(coverageOf(factors, rows, { strength: 2, allows: () => true })).toEqual({
    total: pairs.size,
    covered: pairs.size,
  });
  expect(coverageOf(factors, rows, { strength: 3, allows: () => true }).covered).toBe(
    coverageOf(factors, rows, { strength: 3, allows: () => true }).total,
  );
});

it('covers most pairs with the first rows, and continues from existing rows', () => {
  const whole = coveringArray(factors, {
    strength: 2,
    allows: () => true,
    most: 1000,
    random: numbers(),
  });
  const half = whole.rows.slice(0, Math.ceil(whole.rows.length / 2));
  expect(
    coverageOf(factors, half, { strength: 2, allows: () => true }).covered / whole.total,
  ).toBeGreaterThan(0.6);
  const rest = coveringArray(factors, {
    strength: 2,
    allows: () => true,
    first: half,
    most: 1000,
    random: numbers(),
  });
  expect(rest.covered).toBe(rest.total);
  expect(rest.rows.length).toBeLessThan(whole.rows.length);
});

const sized = (...sizes: readonly number[]): readonly Factor[] =>
  sizes.map((size, index) => ({
    name: `f${index}`,
    values: Array.from({ length: size }, (_, value) => `v${value}`),
  }));
const every: Allows = () => true;

it('counts each combination once, and none for a factor without a value', () => {
  const pairs = { strength: 2, allows: every } as const;
  expect(coverageOf(sized(2, 3), [], pairs)).toEqual({ total: 6, covered: 0 });
  expect(
    coverageOf(
      sized(2, 3),
      [
        [0, 0],
        [1, 2],
        [1, 2],
        [0, undefined],
      ],
      pairs,
    ),
  ).toEqual({ total: 6, covered: 2 });
  expect(
    coverageOf(
      sized(2, 3, 4),
      [
        [1, undefined, 3],
        [undefined, 2, 3],
      ],
      pairs,
    ),
  ).toEqual({ total: 26, covered: 2 });
  expect(coverageOf(sized(2, 3, 4), [[1, 2, 3]], pairs)).toEqual({ total: 26, covered: 3 });
  expect(coverageOf(sized(2, 2, 3, 1), [[1, 1, 2, 0]], { strength: 3, allows: every })).toEqual({
    total: 28,
    covered: 4,
  });
  expect(coverageOf(sized(4), [[1]], pairs)).toEqual({ total: 0, covered: 0 });
});

it('leaves out combinations that are not allowed', () => {
  const allows = apart([0, 0], [1, 0]);
  expect(
    coverageOf(
      sized(2, 3),
      [
        [0, 0],
        [0, 1],
      ],
      { strength: 2, allows },
    ),
  ).toEqual({ total: 5, covered: 1 });
  expect(coverageOf(sized(2, 2, 2), [], { strength: 3, allows })).toEqual({ total: 6, covered: 0 });
  expect([[0, 0], [0, 1], [undefined, 0], []].map((row) => isAllowed(row, allows))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

it('makes at most `most` rows, each of which covers a new combination', () => {
  for (const most of [0, 1, 5]) {
    const { rows, covered, total } = coveringArray(sized(3, 3, 3), {
      strength: 2,
      allows: every,
      most,
      random: numbers(),
    });
    expect(rows).toHaveLength(most);
    expect(covered).toBe(coverageOf(sized(3, 3, 3), rows, { strength: 2, allows: every }).covered);
    // The first three have no pair in common, so that each covers three pairs.
    expect(covered).toBeGreaterThanOrEqual(Math.min(most, 3) * 3);
    expect(total).toBe(27);
  }
  const whole = coveringArray(sized(3, 3, 3), {
    strength: 2,
    allows: every,
    most: 100,
    random: numbers(),
  });
  expect(whole.covered).toBe(27);
  expect(whole.rows.length).toBeLessThan(12);
});

it('makes no row if all is covered, and stops if no row is possible', () => {
  const rows = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ];
  expect(
    coveringArray(sized(2, 2), {
      strength: 2,
      allows: every,
      first: rows,
      most: 9,
      random: numbers(),
    }).rows,
  ).toEqual([]);
  // The third factor has no value beside 0 and 0.
  const allows: Allows = (a, x, b, y) =>
    !((a === 2 && b < 2 && y === 0 && x === b) || (b === 2 && a < 2 && x === 0 && y === a));
  const made = coveringArray(sized(2, 2, 2), { strength: 2, allows, most: 50, random: numbers() });
  expect(made.covered).toBe(made.total - 1);
  expect(made.rows.every((row) => row.length === 3 && isAllowed(row, allows))).toBe(true);
});

it.each([0, 0.5, 0.999])(
  'covers all combinations even if the random number is always %d',
  (chance) => {
    const { rows, covered, total } = coveringArray(sized(2, 3, 2), {
      strength: 2,
      allows: every,
      most: 30,
      random: () => chance,
    });
    expect(covered).toBe(total);
    expect(rows.flat().every((value) => value >= 0 && value < 3)).toBe(true);
  },
);

it('makes the same rows from the same random numbers', () => {
  const once = () =>
    coveringArray(factors, { strength: 2, allows: constraint, most: 30, random: numbers() }).rows;
  expect(once()).toEqual(once());
});
