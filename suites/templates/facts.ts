/** The facts about tokens, from a run or from recorded traffic. */

import type { Answer } from '../../src/http/answer.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import { isDocumentedCall } from '../../src/protocol/templates/question.js';
import type { Owner, TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { type Exchange, isCall, isTokenRequest, tokenOf } from './exchange.js';

/** The request for an issued token, and its response. */
export interface Issued {
  readonly question: TokenQuestion;
  readonly answer: Answer;
}

/** The tokens of a run. The collections grow while the run obtains more tokens. */
export interface Seen {
  /** The issued tokens with their requests and responses. */
  readonly issued: Map<string, Issued>;
  readonly acceptedTokens: Set<string>;
  /** Tokens that were accepted first and then refused, although they had not expired. */
  readonly forgotten: Set<string>;
  readonly revoked: Set<string>;
  /** By client: the templates of the first list that the client received. */
  readonly items: Map<Owner, ReadonlySet<string>>;
}

export const nothingSeen = (): Seen => ({
  issued: new Map(),
  acceptedTokens: new Set(),
  forgotten: new Set(),
  revoked: new Set(),
  items: new Map(),
});

/** What a run has learned. A rule that needs a missing fact returns no result. */
export interface Facts extends Readonly<Seen> {
  /** Whether id and secret in Basic credentials must be sent raw instead of form-encoded. */
  readonly raw?: boolean | undefined;
  /** A valid token. */
  readonly token?: string | undefined;
  /** The response to a call with `token`, which contains the template list. */
  readonly authorized?: Answer | undefined;
  /**
   * Set if the exchanges are recorded requests of other clients. Tokens may have been issued
   * before the recording started.
   */
  readonly foreign?: true;
}

/**
 * Finds issued tokens, accepted tokens, and one list of templates in recorded exchanges. If a run
 * has learned facts, the tokens are added to them.
 */
export function factsOfTraffic(exchanges: readonly Exchange[], learned: Facts | undefined): Facts {
  const issued = new Map<string, Issued>();
  for (const { question, answer } of exchanges.filter(isTokenRequest)) {
    const token = tokenIn(answer);
    if (token !== undefined) issued.set(token, { question, answer });
  }
  const calls = exchanges.filter(isCall).flatMap(({ question, answer }) => {
    const token = tokenOf(question.authorization) ?? '';
    const by = issued.get(token);
    return by === undefined ? [] : [{ question, answer, token, at: by.answer.receivedAt }];
  });
  const accepted = calls.filter(({ question, answer }) => answer.ok && isDocumentedCall(question));
  const [first] = accepted;
  if (learned === undefined) {
    const { token, answer: authorized } = first ?? {};
    return { ...nothingSeen(), foreign: true, issued, token, authorized };
  }
  // A server may have forgotten a token that is refused although a later token is accepted. Such a
  // token counts as revoked.
  const newest = calls.reduce(
    (latest, { answer, at }) => (answer.ok ? Math.max(latest, at) : latest),
    0,
  );
  const withForgottenToken = calls.filter(({ answer, at }) => answer.status === 401 && at < newest);
  return {
    ...learned,
    revoked: new Set([...withForgottenToken.map(({ token }) => token), ...learned.revoked]),
    issued: new Map([...issued, ...learned.issued]),
    acceptedTokens: new Set([...accepted.map(({ token }) => token), ...learned.acceptedTokens]),
  };
}
