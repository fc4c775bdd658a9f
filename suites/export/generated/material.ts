import type { Context } from '../../../src/harness/suite.js';
import type { FilteredRoute } from '../../../src/protocol/export/question.js';
import type { Known } from '../survey/data.js';

/** What rows are made from: the target's settings, what is known of its data, and numbers that make the choice. */
export interface Material {
  readonly context: Context;
  readonly known: Known;
  /** The legacy filtered route: for one value, and for several. */
  readonly filtered: readonly FilteredRoute[];
  readonly random: () => number;
}

/** One of several, by a number from 0 to 1; undefined of none. */
export const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)];
