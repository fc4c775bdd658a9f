import type { Context } from './context.js';
import { describeAnswer, skip } from './finding.js';
import type { Exchanged } from './rule.js';
import type { Book } from './rulebook.js';

/**
 * For a question with a mistake: why a refusal of it proves nothing, if the same question without
 * the mistake is refused, too. Undefined where that is accepted, or there is no mistake.
 */
export async function refusedControl<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  question: Q,
  facts: F,
): Promise<string | undefined> {
  const control = book.control?.(question, context.target, facts);
  if (control === undefined) return undefined;
  const answer = await book.ask(context, control);
  const exchange = book.read(answer, context.target);
  if (exchange !== undefined && book.isAccepted?.(exchange)) return undefined;
  return `${book.name(control)} returns ${describeAnswer(answer)}, although it is a correct request`;
}

/** Skips a check where a refusal of the question proves nothing. */
export async function needControl<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  question: Q,
  facts: F,
): Promise<void> {
  const refused = await refusedControl(context, book, question, facts);
  if (refused !== undefined) skip('prerequisite', `not tested: ${refused}`);
}
