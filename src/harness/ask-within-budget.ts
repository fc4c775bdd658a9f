/** Sends questions until the request budget of a check is used up. */

import { BudgetSpent, Lost } from '../http/lost.js';

/** Processes the items in order, at most `width` at the same time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
) {
  // All workers take their items from the same iterator.
  const remaining = items.values();
  const worker = async (): Promise<void> => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

/**
 * Sends questions in order, `atOnce` of them concurrently. The result of a question is undefined if
 * its response was lost. The list of results ends before the first question for which the budget
 * was used up.
 */
export async function askWithinBudget<Q, T>(
  questions: readonly Q[],
  ask: (question: Q) => Promise<T>,
  atOnce = 1,
): Promise<readonly (T | undefined)[]> {
  const results: (T | undefined)[] = questions.map(() => undefined);
  let end = questions.length;
  await inParallel([...questions.entries()], atOnce, async ([at, question]) => {
    if (at >= end) return;
    try {
      results[at] = await ask(question);
    } catch (error) {
      if (error instanceof BudgetSpent) end = Math.min(end, at);
      else if (!(error instanceof Lost)) throw error;
    }
  });
  return results.slice(0, end);
}
