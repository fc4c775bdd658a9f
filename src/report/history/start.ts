import type { PastRun } from '../../schema/types.js';

/**
 * Returns the day on which a run started. The time is added if another run started on the same day.
 */
export function startOf({ startedAt }: PastRun, runs: readonly PastRun[]): string {
  const day = startedAt.slice(0, 10);
  const isAlone = runs.filter((run) => run.startedAt.startsWith(day)).length === 1;
  return isAlone ? day : `${day} ${startedAt.slice(11, 16)}`;
}
