import type { Answer } from '../http/answer.js';
import type { SendOptions } from '../http/request.js';
import type { Context } from './context.js';
import type { Exchanged, Rulebook } from './rule.js';

/** Puts a question to the target, in the way of its interface. */
export const putQuestion = <Q, E extends Exchanged<Q>, F, Id extends string>(
  context: Context,
  { ask, request }: Rulebook<Q, E, F, Id>,
  question: Q,
  options?: SendOptions,
): Promise<Answer> => ask?.(context, question, options) ?? context.ask(request(question, context.target), options);
