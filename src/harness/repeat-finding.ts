/**
 * Some checks decide themselves, without a rule, that a response is wrong (`Finding`). This module
 * sends their requests again to see whether the failure repeats. `repeat.ts` does so for rules.
 */

import type { Answer } from '../http/answer.js';
import { BudgetSpent, Lost } from '../http/lost.js';
import { mayBeRepeated } from '../http/request.js';
import type { Check } from './check.js';
import { changedDuringRun, type Finding } from './finding.js';
import { isLarge } from './repeat.js';
import type { DataChanges } from './rulebook.js';
import type { Scope } from './scope.js';
import type { Session } from './session.js';

interface Failing {
  readonly check: Check;
  readonly finding: Finding;
  readonly scope: Scope;
}

/**
 * If each response is the same again, and the data that it was compared with is unchanged, the
 * failure was seen twice. Otherwise the check is run once more by `run`. Warnings, requests that
 * may not be repeated, and recorded traffic are left as they are.
 */
export async function repeatFinding(
  session: Session,
  { check, finding, scope }: Failing,
  run: () => Promise<Finding>,
): Promise<Finding> {
  if (finding.kind !== 'deviates' || finding.seen !== undefined) return finding;
  const { answers, atMost } = finding;
  const isRepeatable =
    atMost === undefined &&
    check.level === 'must' &&
    check.permission !== 'destructive' &&
    session.traffic === undefined &&
    answers.length > 0 &&
    answers.every((answer) => mayBeRepeated(answer.request) && !isLarge(answer));
  if (!isRepeatable) return finding;
  // A failure that one response shows without facts about the data cannot come from their change.
  const restsOnData = scope.used.size > 0 || answers.length > 1;
  const changes = async () => (restsOnData ? await check.judge?.changes(scope.context) : undefined);
  try {
    const isSame = await isSameAgain(answers, scope);
    // The facts may have changed since, so they are learned again before they are compared.
    if (restsOnData || !isSame) await check.judge?.renew(scope.context);
    if (isSame && (await changes()) === undefined) return { ...finding, seen: { times: 2, of: 2 } };
    // The second run gets new responses instead of those of the first.
    session.client.forget();
    return afterRun(finding, await run(), await changes());
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
    // If the data has changed, a failure that depends on it and was seen once is inconclusive.
    const known = await changes();
    return known === undefined ? finding : inconclusiveFor(known);
  }
}

type Deviating = Extract<Finding, { readonly kind: 'deviates' }>;

/**
 * The result of a check that was run again. `changes` describes how the data changed, if it did:
 *
 * - it fails by a new response: the failure was seen twice
 * - it does not, and the data is unchanged: the failure was seen once of two times
 * - it does not, and the data changed: the result is that of the second run. If the second run
 *   fails only by a response of the first run, the result is inconclusive: it shows the earlier
 *   data.
 */
function afterRun(finding: Deviating, again: Finding, changes: DataChanges | undefined): Finding {
  const isByNewResponse =
    again.kind === 'deviates' && again.answers.at(-1) !== finding.answers.at(-1);
  if (isByNewResponse) return { ...again, seen: { times: 2, of: 2 } };
  if (changes === undefined) return { ...finding, seen: { times: 1, of: 2 } };
  return again.kind === 'deviates' ? inconclusiveFor(changes) : again;
}

const inconclusiveFor = ({ what }: DataChanges): Finding => ({
  kind: 'inconclusive',
  reason: changedDuringRun(what),
});

async function isSameAgain(answers: readonly Answer[], { context }: Scope): Promise<boolean> {
  const byExchange = new Map(answers.map((answer) => [answer.exchange, answer]));
  for (const answer of byExchange.values()) {
    const again = await context.ask(answer.request, { fresh: true });
    if (again.status !== answer.status || again.text !== answer.text) return false;
  }
  return true;
}
