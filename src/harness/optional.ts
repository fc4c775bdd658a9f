/** Functions that handle missing results. */

import { BudgetSpent, isLeftOut, Lost } from '../http/lost.js';
import { CheckEnded } from './finding.js';

/** Resolves with undefined if the response was lost, the check ended, or the budget was used up. */
export async function optional<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CheckEnded || error instanceof Lost || error instanceof BudgetSpent)
      return undefined;
    throw error;
  }
}

/** Resolves with undefined if the request is withheld, or blocked in front of the target. */
export const orIfLeftOut = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: unknown) => {
    if (isLeftOut(error)) return undefined;
    throw error;
  });

/** Returns the value. Throws an internal error if it is missing. */
export function needed<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} are missing`);
  return value;
}

/** If the response was lost, resolves with the result of `onLost`, which receives the reason. */
export function orIfLost<T, U = never>(
  result: Promise<T>,
  onLost: (why: string, error: Lost) => U,
): Promise<T | U> {
  return result.catch((error: unknown) => {
    if (error instanceof Lost) return onLost(error.message, error);
    throw error;
  });
}

/** If the budget was used up, resolves with the result of `onSpent`. */
export const orIfSpent = <T, U>(result: Promise<T>, onSpent: () => U): Promise<T | U> =>
  result.catch((error: unknown) => {
    if (error instanceof BudgetSpent) return onSpent();
    throw error;
  });
