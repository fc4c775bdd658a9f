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

/** Whether a request was answered or lost; false where no request is left. */
export async function isPaid(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof BudgetSpent) return false;
    if (error instanceof Lost) return true;
    throw error;
  }
}

/** What something comes to; where the request was lost, what the caller makes of that. */
export function unlessLost<T, U = never>(asked: Promise<T>, lost: (why: string, error: Error) => U): Promise<T | U> {
  return asked.catch((error: unknown) => {
    if (error instanceof Lost) return lost(error.message, error);
    throw error;
  });
}
