import type { LostKind } from './lost.js';

/** Requests that had to be retried, and the responses before the retry. */
export interface Counts {
  /** Requests that left. */
  sent: number;
  /** Responses taken from an identical GET that was sent before. */
  shared: number;
  /** Responses with status 429. */
  limited: number;
  /** Responses received only on a retry, without rate limits. */
  again: number;
  /** Responses 5xx and 429 by status, and lost connections by kind. */
  readonly troubles: Record<string, number>;
  /** Responses of something in front of the target, a line each. */
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

/** Counts an error response or a loss; an interruption is not an error of the target. */
export function countTrouble(counts: Counts, what: number | LostKind): void {
  const isTrouble = typeof what === 'number' ? what >= 500 || what === 429 : what !== 'interrupted';
  if (!isTrouble) return;
  counts.troubles[what] = (counts.troubles[what] ?? 0) + 1;
  if (what === 429) counts.limited += 1;
}
