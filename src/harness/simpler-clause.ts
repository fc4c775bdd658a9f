/**
 * Finds failures that are consequences of simpler failures. A request with a filter and a limit
 * fails if the limit alone is wrong; such a failure belongs to the clause of the limit.
 */

import { failsAtTimes } from '../ledger/index.js';
import { optional } from './optional.js';
import { MAX_REQUESTS } from './reduce.js';
import type { Diagnosis, Inquiry, SuiteRun } from './run-options.js';
import type { Suite } from './suite.js';

/** The maximum number of requests for all failures of one interface. */
const MAX_IN_TOTAL = 60;

/**
 * Returns the clause of the simpler failure, by the id of the failed check. Sends requests only for
 * failures without a cause, and only if at least two checks have failed.
 */
export async function findSimplerClauses(
  { interface: name, complaints, answers }: Inquiry,
  { judge }: Suite,
  causes: readonly Diagnosis[],
  { session, traffic, isOver }: SuiteRun,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const failed = complaints.filter((one) => one.verdict === 'failed' && !failsAtTimes(one));
  if (judge === undefined || traffic?.origin === 'of others' || failed.length < 2) return found;
  const explained = new Set(causes.flatMap(({ checks }) => checks));
  const { context } = session.scope({ name: `${name}.simpler`, interface: name });
  const sentBefore = session.client.counts.sent;
  for (const { check, clauses, exchanges } of failed) {
    const [clause] = clauses;
    const sent = session.client.counts.sent - sentBefore;
    if (isOver() || sent + MAX_REQUESTS > MAX_IN_TOTAL) break;
    const answer = answers.find(({ exchange }) => exchange === exchanges.at(-1));
    if (explained.has(check) || answer === undefined) continue;
    const simpler = await optional(judge.simplerClause(context, answer, clause));
    if (simpler !== undefined && simpler !== clause) found.set(check, simpler);
  }
  return found;
}
