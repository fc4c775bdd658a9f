import type { Context } from '../../../src/harness/index.js';
import { BudgetSpent, Lost } from '../../../src/http/index.js';
import { askQuestion, type Question } from './question.js';
import { type Reviewed, review } from './review.js';

/** What came of asking again. */
export interface Smallest extends Reviewed {
  /** False where the same question, asked again, was answered as it should be. */
  readonly repeats: boolean;
}

/** Takes one condition after the other away from a failing question, and keeps it away while the failure stays. */
export async function fewestConditions(context: Context, found: Reviewed): Promise<Smallest> {
  let smallest: Smallest = { ...found, repeats: true };
  const { clause } = found.violation;
  const again = async (question: Question): Promise<Reviewed | undefined> => {
    const twin =
      found.answers.length > 1
        ? [await askQuestion(context, { ...question, limit: question.limit ?? 50, previous: undefined }, true)]
        : [];
    const answers = [...twin, await askQuestion(context, question, true)];
    return (await review(context, answers)).violations.find(({ violation }) => violation.clause === clause);
  };
  try {
    const repeated = await again(found.question);
    if (repeated === undefined) return { ...smallest, repeats: false };
    for (const without of WITHOUT) {
      const question = without(smallest.question);
      if (question === undefined) continue;
      const reviewed = await again(question);
      if (reviewed !== undefined) smallest = { ...reviewed, repeats: true };
    }
  } catch (error) {
    // Without a request to spare, or an answer, what is known already stands.
    if (!(error instanceof BudgetSpent || error instanceof Lost)) throw error;
  }
  return smallest;
}

/** One condition less each, where the question has it. */
const WITHOUT: readonly ((from: Question) => Question | undefined)[] = [
  ({ reversed, ...rest }) => (reversed ? rest : undefined),
  ({ previous, ...rest }) => (previous === undefined ? undefined : rest),
  ({ cursor, ...rest }) => (cursor === undefined ? undefined : rest),
  ({ limit, ...rest }) => (limit === undefined ? undefined : rest),
];
