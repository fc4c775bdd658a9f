/**
 * Repeats a failure that a check found by its own function, by sending the requests of its
 * responses again.
 */

import type { Answer } from '../http/answer.js';
import { BudgetSpent, Lost } from '../http/lost.js';
import { methodOf, type Request } from '../http/request.js';
import type { Check } from './check.js';
import { changedDuringRun, type Finding } from './finding.js';
import type { Scope } from './scope.js';
import type { Session } from './session.js';

interface Failing {
  readonly check: Check;
  readonly finding: Finding;
  readonly scope: Scope;
}

/** In bytes. Larger responses take too much time. */
const LARGE = 1024 * 1024;

/**
 * If each response is the same again, the failure was seen twice. Otherwise the check is run once
 * more by `run`: it fails again, or the failure was seen once of two times.
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
    answers.every(({ request, size }) => mayBeRepeated(request) && size <= LARGE);
  if (!isRepeatable) return finding;
  try {
    const { rules } = check;
    const isChanging = async () => (await rules?.changes(scope.context)) !== undefined;
    const isSame = await isSameAgain(answers, scope);
    if (isSame && !(await isChanging())) return { ...finding, seen: { times: 2, of: 2 } };
    await rules?.renew(scope.context);
    session.client.forget();
    const again = await run();
    const isAnother = again.kind === 'deviates' && again.answers.at(-1) !== answers.at(-1);
    if (isAnother) return { ...again, seen: { times: 2, of: 2 } };
    const changes = await rules?.changes(scope.context);
    if (changes === undefined) return { ...finding, seen: { times: 1, of: 2 } };
    return again.kind === 'deviates'
      ? { kind: 'inconclusive', reason: changedDuringRun(changes.what) }
      : again;
  } catch (error) {
    if (error instanceof BudgetSpent || error instanceof Lost) return finding;
    throw error;
  }
}

const mayBeRepeated = (request: Request): boolean =>
  methodOf(request) === 'GET' || request.lane === 'token';

async function isSameAgain(answers: readonly Answer[], { context }: Scope): Promise<boolean> {
  const byExchange = new Map(answers.map((answer) => [answer.exchange, answer]));
  for (const answer of byExchange.values()) {
    const again = await context.ask(answer.request, { fresh: true });
    if (again.status !== answer.status || again.text !== answer.text) return false;
  }
  return true;
}
