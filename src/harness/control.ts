import type { Context } from './context.js';
import { describeAnswer, skip } from './finding.js';
import type { Exchanged } from './rule.js';
import type { Book } from './rulebook.js';

/**
 * Skips where a question makes a mistake and is refused without it, too: then its refusal proves
 * nothing.
 */
export async function needControl<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  question: Q,
  facts: F,
): Promise<void> {
  const control = book.control?.(question, context.target, facts);
  if (control === undefined) return;
  const answer = await book.ask(context, control);
  const exchange = book.read(answer, context.target);
  if (exchange !== undefined && book.isAccepted?.(exchange)) return;
  const rule = 'the same request without the mistake must be accepted';
  skip('prerequisite', `${rule}, but ${book.name(control)} returns ${describeAnswer(answer)}`);
}
