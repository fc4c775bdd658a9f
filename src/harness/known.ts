import { BudgetSpent, Lost } from '../http/lost.js';
import { Found } from './finding.js';

/** What something comes to, or undefined where it cannot be learned: an answer is missing, refused, or not paid for. */
export async function known<T>(learned: Promise<T>): Promise<T | undefined> {
  try {
    return await learned;
  } catch (error) {
    if (error instanceof Found || error instanceof Lost || error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** What a check cannot do without, and has by now: that it is missing is an internal error. */
export function needed<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} are missing`);
  return value;
}

/** Does the work for every item, so many at once, in their order. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>) {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

/** Asks in order, so many at once, while requests are left: what each came to, undefined where it was lost. */
export async function whilePaid<Q, T>(
  questions: readonly Q[],
  ask: (question: Q) => Promise<T>,
  atOnce = 1,
): Promise<readonly (T | undefined)[]> {
  const came: (T | undefined)[] = questions.map(() => undefined);
  let end = questions.length;
  await inParallel([...questions.entries()], atOnce, async ([at, question]) => {
    if (at >= end) return;
    try {
      came[at] = await ask(question);
    } catch (error) {
      if (error instanceof BudgetSpent) end = Math.min(end, at);
      else if (!(error instanceof Lost)) throw error;
    }
  });
  return came.slice(0, end);
}

/** What something comes to; where the request was lost, what the caller makes of that. */
export function unlessLost<T, U = never>(asked: Promise<T>, lost: (why: string, error: Lost) => U): Promise<T | U> {
  return asked.catch((error: unknown) => {
    if (error instanceof Lost) return lost(error.message, error);
    throw error;
  });
}
