import { type Answer, type Context, known } from '../../src/harness/suite.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import type { Owner } from '../../src/protocol/templates/credentials.js';
import { type Issued, questionOf, seenOf, templatesOf, tokenOf } from './ask.js';
import { askWithToken, basicToken, formToken } from './tokens.js';

/** What was learned of the target; where it is not known the rules that rest on it say nothing. */
export interface Facts {
  /** Whether Basic takes id and secret as they are. */
  readonly raw: boolean | undefined;
  /** Tokens that the target issued, and those of them that were revoked. These grow as the run obtains more. */
  readonly issued: ReadonlyMap<string, Issued>;
  readonly revoked: ReadonlySet<string>;
  /** Tokens that were accepted before. */
  readonly answered: ReadonlySet<string>;
  /** A token that calls are answered with, and the collection that it is given. */
  readonly token: string | undefined;
  readonly authorized: Answer | undefined;
  /** The templates of each client. */
  readonly items: ReadonlyMap<Owner, ReadonlySet<string>>;
  /** Only traffic of others was seen: a token may have been issued before it was recorded. */
  readonly shown?: true;
}

export const UNKNOWN: Facts = {
  raw: undefined,
  issued: new Map(),
  revoked: new Set(),
  answered: new Set(),
  token: undefined,
  authorized: undefined,
  items: new Map(),
};

export async function learnFacts(context: Context): Promise<Facts> {
  const first = tokenIn(await formToken(context));
  const hasApi = templatesOf(context.target).baseUrl !== undefined;
  const answer = hasApi && first !== undefined ? await known(askWithToken(context)) : undefined;
  // A second token may end the first (TOK-LIFE-1).
  const basic = await known(basicToken(context));
  const call = answer && questionOf(answer, context.target);
  const { issued, revoked, answered, items } = await seenOf(context);
  return {
    raw: basic?.raw,
    issued,
    revoked,
    answered,
    token: call?.ask === 'templates' ? tokenOf(call.authorization) : first,
    authorized: answer?.ok ? answer : undefined,
    items,
  };
}
