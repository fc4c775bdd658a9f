import { expect, it } from 'vitest';
import { nextRate } from './breakpoint.js';

const search = { start: 100, step: 100, max: 1000, holdMs: 1000, precision: 0.05 };

/** Simulates a search in which a threshold is missed above the rate `limit`. */
function searchFor(limit: number): { tried: number[]; highest: number | undefined } {
  const tried: number[] = [];
  let highest: number | undefined;
  let broken: number | undefined;
  for (
    let next = nextRate(search, highest, broken);
    next !== undefined;
    next = nextRate(search, highest, broken)
  ) {
    tried.push(next);
    if (next <= limit) highest = next;
    else broken = next;
  }
  return { tried, highest };
}

it('increases the rate by steps, and then halves the interval in which the target breaks', () => {
  expect(searchFor(330)).toEqual({ tried: [100, 200, 300, 400, 350, 325, 337.5], highest: 325 });
});

it('stops at the maximum rate', () => {
  expect(searchFor(5000).tried.at(-1)).toBe(1000);
});

it('stops at once if the target breaks at the first rate', () => {
  expect(searchFor(50)).toEqual({ tried: [100], highest: undefined });
});
