/**
 * Assigns failed checks to the causes that explain them. A cause is a group of defects of the
 * reference server. With any of them, the reference server gives the same responses.
 */

import type { Reproduced } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import type { Defect } from '../reference/index.js';
import { type Found, firstFaults, type Search, twinWith } from './search.js';

/** A cause with more defects is reported without their names. */
const MAX_NAMED = 3;
/**
 * A cause changes some responses of the reference server. At least this share of the changed
 * responses must be equal to the violating responses of the target. If there are several causes,
 * the share is larger, because together they reproduce more responses by chance.
 */
const LEAST_REPRODUCED = { alone: 0.75, oneOfSeveral: 0.9 } as const;

/**
 * The number of responses that only this cause explains, divided by the number of responses that no
 * cause explains, must be at least this ratio. Otherwise the target probably has another fault.
 */
const LEAST_RATIO_TO_UNEXPLAINED = 0.25;

/** A cause with the violating responses that no other cause explains. */
interface Need {
  readonly cause: readonly Defect[];
  readonly answers: ReadonlySet<Answer>;
}

export async function attribute(found: Found, search: Search): Promise<readonly Reproduced[]> {
  const { comparison, inquiry } = search;
  const needs: Need[] = [];
  for (const cause of found.causes) {
    const need = await needOf(cause, found, search);
    if (need !== undefined) needs.push(need);
  }
  const [only] = needs;
  const isEverythingExplained =
    found.given.size === search.violating.length && found.causes.length === 1;
  // A single cause explains every violation, so it explains all failed checks.
  if (only !== undefined && isEverythingExplained && comparison.isStrict)
    return [{ checks: inquiry.complaints.map(({ check }) => check), faults: faultsOf(only) }];
  const checks = new Map<Need, string[]>();
  for (const complaint of inquiry.complaints) {
    const need = await causeOf(complaint, needs, found, search);
    if (need !== undefined) checks.set(need, [...(checks.get(need) ?? []), complaint.check]);
  }
  return [...checks].map(([need, explained]) => ({ checks: explained, faults: faultsOf(need) }));
}

/**
 * Finds the violating responses that the reference server reproduces only with this cause. Returns
 * undefined if too many responses are changed wrongly or stay unexplained, because the target then
 * probably has another fault.
 */
async function needOf(
  cause: readonly Defect[],
  { causes, twin, given }: Found,
  search: Search,
): Promise<Need | undefined> {
  const without = twinWith(search, firstFaults(causes.filter((one) => one !== cause)));
  const answers = new Set<Answer>();
  let changed = 0;
  for (const answer of search.violating) {
    const [before, after] = [await without.answerTo(answer), await twin.answerTo(answer)];
    if (search.comparison.areEqual(answer, before, after)) continue;
    changed += 1;
    if (given.has(answer)) answers.add(answer);
  }
  const unexplained = search.violating.length - given.size;
  const leastShare = causes.length === 1 ? LEAST_REPRODUCED.alone : LEAST_REPRODUCED.oneOfSeveral;
  const isCause =
    answers.size > 0 &&
    answers.size >= leastShare * changed &&
    answers.size >= LEAST_RATIO_TO_UNEXPLAINED * unexplained;
  return isCause ? { cause, answers } : undefined;
}

/**
 * Returns the cause that explains a failed check. The reference server with all causes (`twin`)
 * must reproduce every violating response of the check, and no violation of the first clause of the
 * check may stay unexplained. Of several causes, the cause that explains the most responses of the
 * check is returned.
 */
async function causeOf(
  { exchanges, clauses }: Search['inquiry']['complaints'][number],
  needs: readonly Need[],
  { twin, given }: Found,
  { comparison, inquiry: { answers, violations }, violating }: Search,
): Promise<Need | undefined> {
  const unexplained = new Set(violating.filter((answer) => !given.has(answer)));
  const ofClause = violations.filter(({ clause }) => clause === clauses[0]);
  if (ofClause.some((one) => one.answers.some((answer) => unexplained.has(answer))))
    return undefined;
  const wrong = new Set(violations.flatMap((one) => one.answers));
  const shown = answers.filter(({ exchange }) => exchanges.includes(exchange));
  const counts = new Map<Need, number>();
  for (const answer of shown) {
    const isGiven = given.has(answer) || comparison.reproduces(answer, await twin.answerTo(answer));
    if (wrong.has(answer) && !isGiven) return undefined;
    for (const need of needs)
      if (need.answers.has(answer)) counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/** A long list of possible faults would not help the reader, so it is left out. */
function faultsOf({ cause, answers }: Need): Reproduced['faults'] {
  if (cause.length > MAX_NAMED) return [];
  return cause.map(({ id, clause, sentence }) => ({ id, clause, sentence, answers: answers.size }));
}
