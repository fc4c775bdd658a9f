/**
 * Runs a check of unspecified behaviour: sends the cases that the budget allows, and records the
 * responses.
 */

import type { Answer } from '../http/answer.js';
import { isLeftOut } from '../http/lost.js';
import type { ObservedRow } from '../schema/types.js';
import type { Context, TakeOptions } from './context.js';
import { describeAnswer, type Finding, observed, skip } from './finding.js';
import { orIfLost } from './optional.js';
import type { Exchanged } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';
import type { Cases } from './topic.js';

interface Observing<Q, E> {
  readonly shows: string;
  readonly cases: Cases<Q>;
  /** Why the target allows no case. */
  readonly lacking: string | undefined;
  /** Receives an exchange and those of the earlier cases. Returns a text if it is a warning. */
  readonly warning: (exchange: E, before: readonly E[]) => string | undefined;
  readonly take: TakeOptions;
}

export async function observeCases<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  { shows, lacking, cases, warning, take }: Observing<Q, E>,
): Promise<Finding> {
  const rows: ObservedRow[] = [];
  const before: E[] = [];
  let warned: string | undefined;
  let shown: readonly Answer[] = [];
  const all = Object.entries(cases);
  const possible = all.filter(
    ([, question]) => book.notOffered?.(question, context.target) === undefined,
  );
  const [first] = all;
  if (possible.length === 0 && first !== undefined) {
    const [, firstQuestion] = first;
    skip('configuration', book.notOffered?.(firstQuestion, context.target) ?? '');
  }
  if (possible.length === 0 && lacking !== undefined) skip('data', lacking);
  for (const [name, question] of context.budget.take(possible, take)) {
    const answer = await orIfLost(book.ask(context, question), (reason, error): string => {
      if (!isLeftOut(error)) throw error;
      return reason;
    });
    if (typeof answer === 'string') {
      rows.push({ question: name, answer });
      continue;
    }
    const summary = book.summary?.(answer, context.target);
    rows.push({ question: name, answer: summary ?? describeAnswer(answer) });
    const exchange = book.read(answer, context.target);
    const description = exchange === undefined ? serverError(answer) : warning(exchange, before);
    if (exchange !== undefined) before.push(exchange);
    if (description === undefined) continue;
    warned = `${name} ${description}`;
    shown = [answer];
  }
  return observed(shows, rows, warned, shown);
}

/**
 * The text of a warning for a status of 500 or more, because even an unspecified input should not
 * cause a server error. undefined for another status.
 */
export const serverError = (answer: Answer): string | undefined =>
  answer.status >= 500 ? `returns ${describeAnswer(answer)}` : undefined;
