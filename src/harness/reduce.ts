/** Reduces a failing question to the fewest conditions that still cause the violation. */

import { BudgetSpent, Lost } from '../http/lost.js';
import type { Context } from './context.js';
import { seenEachTime } from './finding.js';
import { isLarge, repeatViolation, restsOnFacts } from './repeat.js';
import type { Exchanged, Shown } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';

/** The maximum number of requests for one reduction. */
export const MAX_REQUESTS = 13;

/**
 * Sends a failing question without each of its conditions in turn. A condition is dropped if the
 * violation remains. Exchanges that only together show the violation keep all conditions.
 *
 * The reduced question may violate another clause. If that violation rests on data, it is repeated,
 * because the data may have changed during the reduction. If it is not seen again, the first
 * violation stands.
 */
export async function fewestConditions<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Shown<E>> {
  let smallest = found;
  const ask = async (question: Q): Promise<Shown<E> | undefined> => {
    const exchange = book.read(await book.ask(context, question), context.target);
    if (exchange === undefined) return undefined;
    const { violations } = book.judge(exchange, facts);
    const same = violations.find((one) => one.clause === smallest.violation.clause);
    // A rulebook that blames the simplest request reports one violation, whatever its clause; but a
    // warning is not the same as a failure.
    const other = violations.find(
      (one) => one.atMost === undefined || one.atMost === found.violation.atMost,
    );
    const violation = same ?? (book.blames === 'the fewest conditions' ? other : undefined);
    // Only the whole question was repeated, so its count is kept.
    const { seen } = found.violation;
    return violation && { violation: { ...violation, seen }, exchanges: [exchange] };
  };
  const [first, another] = found.exchanges;
  if (first === undefined || another !== undefined || found.together) return found;
  if (isLarge(first.answer)) return found;
  try {
    let untried = book.simpler(first.question);
    for (let left = MAX_REQUESTS; left > 0; left -= 1) {
      const [question, ...others] = untried;
      if (question === undefined) break;
      untried = others;
      const simpler = await ask(question);
      if (simpler === undefined) continue;
      smallest = simpler;
      untried = simpler.exchanges.flatMap((one) => book.simpler(one.question));
    }
  } catch (error) {
    // The violation is then reported as it was found so far.
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
    smallest = { ...smallest, cutShort: true };
  }
  return confirmed(context, book, { found, smallest, facts });
}

interface Reduced<E, F> {
  readonly found: Shown<E>;
  readonly smallest: Shown<E>;
  readonly facts: F;
}

/**
 * Returns the smallest violation, or the first one if the smallest had to be repeated and was not
 * seen again.
 */
async function confirmed<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  { found, smallest, facts }: Reduced<E, F>,
): Promise<Shown<E>> {
  const isOther = smallest.violation.clause !== found.violation.clause;
  if (!isOther || !restsOnFacts(book, smallest)) return smallest;
  const { seen: _, ...violation } = smallest.violation;
  const repeated = await repeatViolation(context, book, { ...smallest, violation }, facts);
  const again = repeated.kind === 'shown' ? repeated.shown : undefined;
  const { seen } = again?.violation ?? {};
  return again !== undefined && seen !== undefined && seenEachTime(seen)
    ? again
    : { ...found, cutShort: true };
}
