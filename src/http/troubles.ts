/** Counts the requests of a run and their errors. */

import type { LostKind } from './lost.js';

/** The errors of every attempt are counted. */
export interface Counts {
  sent: number;
  /** Responses shared from an identical earlier GET. */
  shared: number;
  limited: number;
  /** Responses received only after a retry, without rate limits. */
  again: number;
  /** 5xx and 429 responses by status, and lost connections by kind. */
  readonly troubles: Record<string, number>;
  readonly fronts: Set<string>;
}

export const noCounts = (): Counts => ({
  sent: 0,
  shared: 0,
  limited: 0,
  again: 0,
  troubles: {},
  fronts: new Set(),
});

/** An interruption is not an error of the target. */
export function countTrouble(counts: Counts, what: number | LostKind): void {
  const isTrouble = typeof what === 'number' ? what >= 500 || what === 429 : what !== 'interrupted';
  if (!isTrouble) return;
  counts.troubles[what] = (counts.troubles[what] ?? 0) + 1;
  if (what === 429) counts.limited += 1;
}
