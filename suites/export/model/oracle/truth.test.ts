import { expect, it } from 'vitest';
import { and, FALSE, membership, not, OPEN, or, TRUE, type Truth, UNKNOWN } from './truth.js';

const T = TRUE;
const F = FALSE;
const U = UNKNOWN;

it.each([
  // a, b, a AND b, a OR b
  [T, T, T, T],
  [T, F, F, T],
  [T, U, U, T],
  [F, F, F, F],
  [F, U, F, U],
  [U, U, U, U],
])('combines %i and %i as SQL does, in either order', (a, b, both, either) => {
  expect([and(a, b), and(b, a)]).toEqual([both, both]);
  expect([or(a, b), or(b, a)]).toEqual([either, either]);
});

const partsOf = (set: Truth): readonly Truth[] => [T, F, U].filter((one) => set & one);
const sets = Array.from({ length: 8 }, (_, set) => set);

it('combines sets to all possible results of their members', () => {
  for (const [name, rule] of [['and', and] as const, ['or', or] as const])
    for (const a of sets)
      for (const b of sets) {
        const members = partsOf(a).flatMap((one) => partsOf(b).map((other) => rule(one, other)));
        expect(rule(a, b), `${a} ${name} ${b}`).toBe(members.reduce((set, one) => set | one, 0));
      }
});

it.each([
  [T, F],
  [F, T],
  [U, U],
  [T | F, T | F],
  [T | U, F | U],
  [F | U, T | U],
  [OPEN, OPEN],
  [0, 0],
])('negates %i to %i', (set, negated) => {
  expect(not(set)).toBe(negated);
});

it.each([
  [T, 'in'],
  [F, 'out'],
  [U, 'out'],
  [F | U, 'out'],
  [T | F, 'open'],
  [T | U, 'open'],
  [OPEN, 'open'],
])('has a record of truth %i %s', (set, place) => {
  expect(membership(set)).toBe(place);
});
