/** Assigns failed checks to the causes that explain them. */

import type { Reproduced } from '../harness/index.js';
import type { Answer } from '../http/index.js';
import type { Defect } from '../reference/index.js';
import { type Found, firstOf, type Search, twinWith } from './search.js';

const MAX_NAMED = 3;
/**
 * A reference server with a defect must reproduce at least this share of the violating responses
 * that the defect changes. Several defects reproduce some responses by chance, so each of them
 * needs a larger share.
 */
const RIGHT = { alone: 0.75, oneOfSeveral: 0.9 } as const;

/**
 * A cause must explain at least this share of the unexplained responses. Otherwise it is probably
 * part of another fault.
 */
const PART = 0.25;

/** The violating responses that only this fault explains. */
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
  const isAll = found.given.size === search.violating.length && found.causes.length === 1;
  // One fault explains every violation, so all failures are due to it.
  if (only !== undefined && isAll && comparison.isStrict)
    return [{ checks: inquiry.complaints.map(({ check }) => check), faults: faultsOf(only) }];
  const checks = new Map<Need, string[]>();
  for (const complaint of inquiry.complaints) {
    const need = await neededFor(complaint, needs, found, search);
    if (need !== undefined) checks.set(need, [...(checks.get(need) ?? []), complaint.check]);
  }
  return [...checks].map(([need, explained]) => ({ checks: explained, faults: faultsOf(need) }));
}

/**
 * Finds the violating responses that are reproduced only with this fault. undefined if the fault
 * changes too many responses wrongly or leaves too many responses unexplained, because it is then
 * probably part of another fault.
 */
async function needOf(
  cause: readonly Defect[],
  { causes, twin, given }: Found,
  search: Search,
): Promise<Need | undefined> {
  const without = twinWith(search, firstOf(causes.filter((one) => one !== cause)));
  const answers = new Set<Answer>();
  let changed = 0;
  for (const answer of search.violating) {
    const [before, after] = [await without.answerTo(answer), await twin.answerTo(answer)];
    if (search.comparison.isSame(answer, before, after)) continue;
    changed += 1;
    if (given.has(answer)) answers.add(answer);
  }
  const open = search.violating.length - given.size;
  const right = causes.length === 1 ? RIGHT.alone : RIGHT.oneOfSeveral;
  const isOwn = answers.size > 0 && answers.size >= right * changed && answers.size >= PART * open;
  return isOwn ? { cause, answers } : undefined;
}

/**
 * A fault explains a failed check under three conditions: the broken reference server reproduces
 * every violating response of the check, no violation of the clause stays unexplained, and no other
 * fault is needed for more of the responses.
 */
async function neededFor(
  { exchanges, clauses }: Search['inquiry']['complaints'][number],
  needs: readonly Need[],
  { twin, given }: Found,
  { comparison, inquiry: { answers, violations }, violating }: Search,
): Promise<Need | undefined> {
  const open = new Set(violating.filter((answer) => !given.has(answer)));
  const ofClause = violations.filter(({ clause }) => clause === clauses[0]);
  if (ofClause.some((one) => one.answers.some((answer) => open.has(answer)))) return undefined;
  const wrong = new Set(violations.flatMap((one) => one.answers));
  const shown = answers.filter(({ exchange }) => exchanges.includes(exchange));
  const counts = new Map<Need, number>();
  for (const answer of shown) {
    const isGiven = given.has(answer) || comparison.same(answer, await twin.answerTo(answer));
    if (wrong.has(answer) && !isGiven) return undefined;
    for (const need of needs)
      if (need.answers.has(answer)) counts.set(need, (counts.get(need) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/**
 * The faults of a cause give the same responses. Naming more than `MAX_NAMED` would not be useful.
 */
function faultsOf({ cause, answers }: Need): Reproduced['faults'] {
  if (cause.length > MAX_NAMED) return [];
  return cause.map(({ id, clause, sentence }) => ({ id, clause, sentence, answers: answers.size }));
}
