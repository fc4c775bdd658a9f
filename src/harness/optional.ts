import { BudgetSpent, Lost } from '../http/lost.js';
import { CheckEnded } from './finding.js';

/**
 * The result, or undefined where the response was lost, ended the check, or would have exceeded the
 * budget.
 */
export async function optional<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CheckEnded || error instanceof Lost || error instanceof BudgetSpent)
      return undefined;
    throw error;
  }
}

/** A value that must exist at this point. Throws where it does not, which is an internal error. */
export function needed<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} are missing`);
  return value;
}

/** The result; where the response was lost, what `onLost` returns. */
export function orIfLost<T, U = never>(
  result: Promise<T>,
  onLost: (why: string, error: Lost) => U,
): Promise<T | U> {
  return result.catch((error: unknown) => {
    if (error instanceof Lost) return onLost(error.message, error);
    throw error;
  });
}
