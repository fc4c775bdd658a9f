/**
 * Sends the control of a question (the question without its mistake), which the target must accept.
 */

import type { Context } from './context.js';
import { describeAnswer, skip } from './finding.js';
import type { Exchanged } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';

/**
 * A refusal of a question proves nothing if the target refuses its control, too. This function then
 * returns the reason. It returns undefined if the control is accepted, or if the question has no
 * control.
 */
export async function refusedControl<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
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

/** Skips the check if the target refuses the control. */
export async function needControl<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: PreparedRulebook<Q, E, F>,
  question: Q,
  facts: F,
): Promise<void> {
  const refused = await refusedControl(context, book, question, facts);
  if (refused !== undefined) skip('prerequisite', `not tested: ${refused}`);
}
