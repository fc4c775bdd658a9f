import type { LoadTally } from '../../schema/types.js';

/** Counts that are still counting. */
export type Tally = { -readonly [key in keyof LoadTally]: LoadTally[key] };

export const newTally = (): Tally => ({
  offered: 0,
  answered: 0,
  timedOut: 0,
  failed: 0,
  dropped: 0,
  errors: 0,
  throttled: 0,
  checked: 0,
  wrong: 0,
  resent: 0,
  bytes: 0,
  statuses: {},
  failures: {},
});

const NUMBERS = [
  ...['offered', 'answered', 'timedOut', 'failed', 'dropped', 'errors'],
  ...['throttled', 'checked', 'wrong', 'resent', 'bytes'],
] as const satisfies readonly string[];

/** Adds counts up. */
export function mergeTallies(tallies: readonly LoadTally[]): LoadTally {
  const sum = newTally();
  for (const tally of tallies) {
    for (const [key, value] of Object.entries(tally)) {
      if (typeof value === 'number' && isNumber(key)) sum[key] += value;
    }
    addCounts(sum.statuses, tally.statuses);
    addCounts(sum.failures, tally.failures);
  }
  return sum;
}

type NumberKey = Exclude<keyof LoadTally, 'statuses' | 'failures'>;
const isNumber = (key: string): key is NumberKey => NUMBERS.some((one) => one === key);

/** Adds the counts of one table to another. */
export function addCounts(to: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(from)) to[key] = (to[key] ?? 0) + count;
}

/** Requests that were sent: all but those dropped. */
export const sentOf = ({ offered, dropped }: LoadTally): number => offered - dropped;

/** Unexpected answers, time-outs and lost connections. */
export const failuresOf = ({ errors, timedOut, failed }: LoadTally): number => errors + timedOut + failed;
