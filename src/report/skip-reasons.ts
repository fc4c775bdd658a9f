/** Counts skipped checks by their reason. */

import type { ReportedCheck } from '../schema/types.js';

/**
 * Checks that the budget leaves out have one common reason, with the number of missing requests.
 */
export function skipReasons(
  checks: readonly Pick<ReportedCheck, 'verdict' | 'cause' | 'reason'>[],
): readonly (readonly [reason: string, checks: number])[] {
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  const lacking = skipped.flatMap(({ cause, reason }) =>
    cause === 'budget' ? (NEEDS.exec(reason ?? '')?.[1] ?? []) : [],
  );
  const requests = lacking.reduce((sum, needed) => sum + Number(needed), 0);
  const reasons = new Map<string, number>();
  for (const { cause, reason } of skipped) {
    const isLeftOut = cause === 'budget' && NEEDS.test(reason ?? '');
    const why = isLeftOut
      ? `budget: they need ${requests} more ${requests === 1 ? 'request' : 'requests'}; raise --max-requests`
      : `${cause}: ${reason}`;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  return [...reasons];
}

/** The reason of a check that the budget leaves out. */
const NEEDS = /^needs (\d+) requests?, /;
