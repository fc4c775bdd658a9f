import type { Answer, Context, SendOptions } from '../../src/harness/suite.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import { ask, callWith } from './ask.js';
import { forgedToken } from './forgeries.js';
import { basicToken, isFresh, needToken, newToken } from './tokens.js';

/** A call with a spoiled token and, where it is refused with 401, a new token and the call once more (TOK-LIFE-2). */
interface Renewal {
  readonly refused: Answer;
  readonly issued?: Answer;
  readonly repeated?: Answer;
}

/** With the second token of the run as the new one. */
export const renewal = (context: Context): Promise<Renewal> =>
  context.facts.learn('templates.renewal', (inner) => renew(inner, secondToken, {}));

/** The same with a token that is issued then: what was issued before may be forgotten in a deploy. */
export const renewalAgain = (context: Context): Promise<Renewal> => renew(context, newToken, { fresh: true });

async function renew(
  context: Context,
  next: (context: Context) => Promise<Answer>,
  options: SendOptions,
): Promise<Renewal> {
  const spoiled = await forgedToken(context, 'tampered-signature');
  const refused = await ask(context, callWith(spoiled), options);
  if (refused.status !== 401) return { refused };
  const issued = await next(context);
  return { refused, issued, repeated: await ask(context, callWith(needToken(issued)), options) };
}

/** The run's second token, or a new one where that is old. */
export async function secondToken(context: Context): Promise<Answer> {
  const { answer } = await basicToken(context);
  return tokenIn(answer) !== undefined && isFresh(answer, context.run.clock.now()) ? answer : newToken(context);
}
