/** Counts skipped checks by their reason. */

import type { ReportedCheck } from '../schema/types.js';

/**
 * Returns each reason and the number of checks. Checks that the budget leaves out have one common
 * reason, with the number of missing requests.
 */
export function skipReasons(
  checks: readonly Pick<ReportedCheck, 'verdict' | 'cause' | 'reason'>[],
): readonly (readonly [reason: string, checks: number])[] {
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  const missing = skipped.flatMap(({ cause, reason }) =>
    cause === 'budget' ? (LEFT_OUT.exec(reason ?? '')?.[1] ?? []) : [],
  );
  const requests = missing.reduce((sum, count) => sum + Number(count), 0);
  const reasons = new Map<string, number>();
  for (const { cause, reason } of skipped) {
    const isLeftOut = cause === 'budget' && LEFT_OUT.test(reason ?? '');
    const why = isLeftOut
      ? `budget: they need ${requests} more ${requests === 1 ? 'request' : 'requests'}; raise --max-requests`
      : `${cause}: ${reason}`;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  return [...reasons];
}

/** The reason of a check that the budget leaves out: `needs 3 requests, and 2 are left`. */
const LEFT_OUT = /^needs (\d+) requests?, /;
