import type { Answer } from '../http/answer.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { type Finding, observed } from './finding.js';
import type { Observing } from './questions.js';
import type { Book, Exchanged } from './rule.js';

/** Asks the cases that the budget has room for, and records what each is answered. */
export async function observeCases<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  { shows, cases, odd = broken, take }: Observing<Q>,
): Promise<Finding> {
  const rows = [];
  let warning: string | undefined;
  for (const [question, asked] of context.budget.take(Object.entries(await cases(context)), take)) {
    const answer = await book.ask(context, asked);
    rows.push({ question, answer: book.summary?.(answer, context.target) ?? describeAnswer(answer) });
    const said = await odd(answer, context);
    if (said !== undefined) warning = `${question} ${said}`;
  }
  return observed(shows, rows, warning);
}

/** An input that the document leaves open still deserves an answer. */
export const broken = (answer: Answer): string | undefined =>
  answer.status >= 500 ? `returns ${describeAnswer(answer)}` : undefined;
