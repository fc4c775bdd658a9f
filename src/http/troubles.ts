/** Counts the requests of a run and their errors. */

import type { LostKind } from './lost.js';

/** The errors of every attempt are counted. */
export interface Counts {
  sent: number;
  /** Responses shared from an identical earlier GET. */
  shared: number;
  /** 429 responses. */
  limited: number;
  /** Responses received only after a retry. Retries after a 429 do not count. */
  again: number;
  /** 5xx and 429 responses by status, and requests without a usable response by kind of `Lost`. */
  readonly troubles: Record<string, number>;
  /** The responses that came from a system in front of the target, by their description. */
  readonly fronts: Map<string, number>;
}

export const noCounts = (): Counts => ({
  sent: 0,
  shared: 0,
  limited: 0,
  again: 0,
  troubles: {},
  fronts: new Map(),
});

/** An interruption is not an error of the target. */
export function countTrouble(counts: Counts, what: number | LostKind): void {
  const isTrouble = typeof what === 'number' ? what >= 500 || what === 429 : what !== 'interrupted';
  if (!isTrouble) return;
  counts.troubles[what] = (counts.troubles[what] ?? 0) + 1;
  if (what === 429) counts.limited += 1;
}
