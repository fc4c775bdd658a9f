/**
 * Finds failures that are consequences of simpler failures. A request with a filter and a limit
 * fails if the limit alone is wrong; such a failure belongs to the clause of the limit.
 */

import { seenEachTime } from './finding.js';
import { optional } from './optional.js';
import type { PlannedCheck } from './plan.js';
import { MAX_REQUESTS } from './reduce.js';
import type { SuiteRun } from './run-options.js';
import type { Suite } from './suite.js';
import type { Judgement } from './verdict.js';

/** The maximum number of requests for all failures of one interface. */
const MAX_IN_TOTAL = 60;

/**
 * Returns the clause of the simpler failure, by the id of the failed check. Sends no request unless
 * at least two checks have failed.
 */
export async function findSimplerClauses(
  { interface: name, judge }: Suite,
  judgements: ReadonlyMap<PlannedCheck, Judgement>,
  { session, traffic, isOver }: SuiteRun,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const failed = [...judgements].filter(
    ([, { event }]) =>
      event.verdict === 'failed' && (event.seen === undefined || seenEachTime(event.seen)),
  );
  if (judge === undefined || traffic?.origin === 'of others' || failed.length < 2) return found;
  const { context } = session.scope({ name: `${name}.simpler`, interface: name });
  const sentBefore = session.client.counts.sent;
  for (const [{ check }, { event }] of failed) {
    const sent = session.client.counts.sent - sentBefore;
    if (isOver() || sent + MAX_REQUESTS > MAX_IN_TOTAL) break;
    const answer = session.seen(name).find(({ exchange }) => exchange === event.exchanges.at(-1));
    const [clause] = check.clauses;
    if (answer === undefined) continue;
    const simpler = await optional(judge.simplerClause(context, answer, clause));
    if (simpler !== undefined && simpler !== clause) found.set(check.id, simpler);
  }
  return found;
}
