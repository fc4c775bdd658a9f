/** Reduces a failing question to the fewest conditions that still cause the violation. */

import { BudgetSpent, Lost } from '../http/lost.js';
import type { Context } from './context.js';
import type { Exchanged, Violation } from './rule.js';
import type { Book } from './rulebook.js';

export interface Shown<E> {
  readonly violation: Violation;
  readonly exchanges: readonly E[];
  /** False if the target conforms when the same question is sent again. */
  readonly repeats: boolean;
  /** Set if a lost response or the budget ended the reduction early. */
  readonly cutShort?: true;
}

/** In bytes. Larger responses take too much time to request and test again. */
const LARGE = 1024 * 1024;

/** The maximum number of requests for one reduction. */
export const MAX_REQUESTS = 14;

/**
 * Sends a failing question again, then without each of its conditions in turn. A condition is
 * dropped if the violation remains. Several questions that only together show the violation are
 * sent again, but keep all conditions.
 */
export async function fewestConditions<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Shown<E>> {
  let smallest = found;
  let left = MAX_REQUESTS;
  const ask = async (questions: readonly Q[], fresh: boolean): Promise<Shown<E> | undefined> => {
    const exchanges: E[] = [];
    for (const question of questions) {
      left -= 1;
      const exchange = book.read(await book.ask(context, question, { fresh }), context.target);
      if (exchange === undefined) return undefined;
      exchanges.push(exchange);
    }
    const [only, another] = exchanges;
    const violations =
      only === undefined || another !== undefined
        ? book.relate(exchanges, facts, () => undefined)
        : book.judge(only, facts).violations;
    const same = violations.find((one) => one.clause === smallest.violation.clause);
    // A warning of the simpler question is not the same failure.
    const other = violations.find(
      (one) => one.atMost === undefined || one.atMost === found.violation.atMost,
    );
    const violation = same ?? (book.blames === 'the fewest conditions' ? other : undefined);
    return violation && { violation, exchanges, repeats: true };
  };
  const { clause, atMost } = found.violation;
  const unrepeatable = atMost === undefined ? book.unrepeatable : undefined;
  if (found.exchanges.some(({ answer }) => answer.size > LARGE)) return found;
  try {
    const questions = found.exchanges.map(({ question }) => question);
    if ((await ask(questions, true)) === undefined)
      return {
        ...found,
        repeats: false,
        violation: { ...found.violation, clause: unrepeatable ?? clause },
      };
    let untried = questions.length === 1 ? questions.flatMap(book.simpler) : [];
    while (left > 0) {
      const question = untried.shift();
      if (question === undefined) break;
      const simpler = await ask([question], false);
      if (simpler === undefined) continue;
      smallest = simpler;
      untried = simpler.exchanges.flatMap((one) => book.simpler(one.question));
    }
  } catch (error) {
    // The violation is then reported as it was found so far.
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
    return { ...smallest, cutShort: true };
  }
  return smallest;
}
