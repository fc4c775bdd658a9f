import { type Answer, type Context, known } from '../../src/harness/suite.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import { type nothingSeen, questionOf, seenOf, templatesOf, tokenOf } from './ask.js';
import { askWithToken, basicToken, formToken } from './tokens.js';

/** What was learned of the target; where it is not known the rules that rest on it say nothing. */
export interface Facts extends Readonly<ReturnType<typeof nothingSeen>> {
  /** Whether Basic takes id and secret as they are. */
  readonly raw?: boolean | undefined;
  /** A token that calls are answered with, and the collection that it is given. */
  readonly token?: string | undefined;
  readonly authorized?: Answer | undefined;
  /** Only traffic of others was seen: a token may have been issued before it was recorded. */
  readonly shown?: true;
}

export async function learnFacts(context: Context): Promise<Facts> {
  const first = tokenIn(await formToken(context));
  const hasApi = templatesOf(context.target).baseUrl !== undefined;
  const answer = hasApi && first !== undefined ? await known(askWithToken(context)) : undefined;
  // A second token may end the first (TOK-LIFE-1).
  const basic = await known(basicToken(context));
  const call = answer && questionOf(answer, context.target);
  return {
    ...(await seenOf(context)),
    raw: basic?.raw,
    token: call?.ask === 'templates' ? tokenOf(call.authorization) : first,
    authorized: answer?.ok ? answer : undefined,
  };
}
