/**
 * Repeats failures of an unstable target once more. Where some failures were not seen each time
 * that their requests were sent, others may have been seen each time by chance, or because other
 * requests were in progress.
 */

import { failsAtTimes, type VerdictEvent } from '../ledger/index.js';
import { optional } from './optional.js';
import type { Diagnosis, Inquiry, SuiteRun } from './run-options.js';
import type { Suite } from './suite.js';

/** The target is unstable if this number of failures without a cause was not seen each time. */
const LEAST_UNSTABLE = 2;
/** A mistake that explains fewer responses than this may fit by chance in an unstable target. */
const LEAST_EXPLAINED = 3;
/** The maximum number of requests for all failures of one interface. */
const MAX_IN_TOTAL = 60;

/**
 * Sends the requests of failures again, one after the other. Returns their verdicts with the new
 * numbers of times, by the id of the check. Sends nothing if the target is not unstable, and nothing
 * for failures whose cause is known well.
 */
export async function seenAgain(
  { interface: name, complaints, answers }: Inquiry,
  { judge }: Suite,
  causes: readonly Diagnosis[],
  { session, traffic, isOver }: SuiteRun,
): Promise<ReadonlyMap<string, VerdictEvent>> {
  const changed = new Map<string, VerdictEvent>();
  const open = openAmong(complaints, causes);
  if (judge === undefined || traffic?.origin === 'of others' || !isUnstable(open)) return changed;
  const { context } = session.scope({ name: `${name}.again`, interface: name });
  const sentBefore = session.client.counts.sent;
  for (const event of open.filter((one) => !failsAtTimes(one))) {
    const { clauses, exchanges, seen = { times: 1, of: 1 } } = event;
    if (isOver() || session.client.counts.sent - sentBefore >= MAX_IN_TOTAL) break;
    const shown = answers.filter(({ exchange }) => exchanges.includes(exchange));
    const again = await optional(judge.seenAgain(context, shown, clauses[0]));
    if (again === undefined) continue;
    const all = { times: seen.times + again.times, of: seen.of + again.of };
    changed.set(event.check, { ...event, seen: all });
  }
  return changed;
}

/**
 * The causes without what may fit by chance: failures of an unstable target that did not occur each
 * time, and whose cause is not known well.
 */
export function withoutChance(
  causes: readonly Diagnosis[],
  complaints: readonly VerdictEvent[],
): readonly Diagnosis[] {
  const open = openAmong(complaints, causes);
  if (!isUnstable(open)) return causes;
  const atTimes = new Set(open.filter(failsAtTimes).map(({ check }) => check));
  return causes
    .map((cause) => ({ ...cause, checks: cause.checks.filter((check) => !atTimes.has(check)) }))
    .filter(({ checks }) => checks.length > 0);
}

/** The failures and warnings whose cause is not known well. */
function openAmong(
  complaints: readonly VerdictEvent[],
  causes: readonly Diagnosis[],
): readonly VerdictEvent[] {
  const known = new Set(causes.filter(isWellKnown).flatMap(({ checks }) => checks));
  return complaints.filter(({ check }) => !known.has(check));
}

const isUnstable = (open: readonly VerdictEvent[]): boolean =>
  open.filter(failsAtTimes).length >= LEAST_UNSTABLE;

/** A feature that is not implemented, or a mistake that explains several responses. */
const isWellKnown = ({ faults, missing }: Diagnosis): boolean =>
  missing !== undefined ||
  faults.some(({ answers = LEAST_EXPLAINED }) => answers >= LEAST_EXPLAINED);
