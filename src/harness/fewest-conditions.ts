import { BudgetSpent, Lost } from '../http/lost.js';
import type { Context } from './context.js';
import type { Exchanged, Violation } from './rule.js';
import type { Book } from './rulebook.js';

export interface Shown<E> {
  readonly violation: Violation;
  readonly exchanges: readonly E[];
  /** False where the same question, asked again, was answered as it should be. */
  readonly repeats: boolean;
  /** Set where no request was left to find fewer conditions. */
  readonly cutShort?: true;
}

/** Bytes of a large answer. */
const LARGE = 1024 * 1024;

/** Requests that finding the conditions may cost. */
const MOST = 14;

/**
 * Sends a failing question again, then without one condition after the other. A condition stays
 * away if the failure remains. A violation that only several questions show together is only sent
 * again.
 */
export async function fewestConditions<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  found: Shown<E>,
  facts: F,
): Promise<Shown<E>> {
  let smallest = found;
  let left = MOST;
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
    // What is a warning at most shows no failure in fewer conditions.
    const other = violations.find(
      (one) => one.atMost === undefined || one.atMost === found.violation.atMost,
    );
    const violation = same ?? (book.blames === 'the fewest conditions' ? other : undefined);
    return violation && { violation, exchanges, repeats: true };
  };
  const { clause, atMost } = found.violation;
  const unrepeatable = atMost === undefined ? book.unrepeatable : undefined;
  // Large answers are dear to ask for and to judge again.
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
    for (
      let question = untried.shift();
      question !== undefined && left > 0;
      question = untried.shift()
    ) {
      const simpler = await ask([question], false);
      if (simpler === undefined) continue;
      smallest = simpler;
      untried = simpler.exchanges.flatMap((one) => book.simpler(one.question));
    }
  } catch (error) {
    // Without a request to spare, or an answer, what is known already stands.
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
    return { ...smallest, cutShort: true };
  }
  return smallest;
}
