/** Random integers, choices and orders. */

import type { Random } from '../random.js';

/** Returns an integer from `low` to `high`. Both limits are included. */
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** Returns one of the choices. Throws a `RangeError` for an empty list. */
export function pick<Choice>(random: Random, choices: readonly Choice[]): Choice {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError('nothing to pick from');
  return choice;
}

/** Returns a shuffled copy (Fisher–Yates). */
export function shuffled<Item>(random: Random, items: Iterable<Item>): Item[] {
  const left = [...items];
  const result: Item[] = [];
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1));
  return result;
}
