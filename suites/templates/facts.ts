/**
 * The facts about tokens that the rules of the template suite use, and how they are collected from
 * a run or from recorded traffic.
 */

import type { Answer } from '../../src/http/answer.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import { isPlain } from '../../src/protocol/templates/question.js';
import type { Owner, TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { type Exchange, isCall, isTokenRequest, tokenOf } from './exchange.js';

/** A token request and the response that contains its token. */
export interface Issued {
  readonly question: TokenQuestion;
  readonly answer: Answer;
}

/**
 * The tokens and template lists that a run has received so far. The sets grow while the run obtains
 * more tokens.
 */
export interface Seen {
  /** Every issued token, with its request and response. */
  readonly issued: Map<string, Issued>;
  /** Tokens with which calls were accepted. */
  readonly acceptedTokens: Set<string>;
  /** Tokens that were accepted first and refused later, although they had not expired. */
  readonly forgotten: Set<string>;
  readonly revoked: Set<string>;
  /** The templates in the first list that each client received. */
  readonly items: Map<Owner, ReadonlySet<string>>;
}

export const nothingSeen = (): Seen => ({
  issued: new Map(),
  acceptedTokens: new Set(),
  forgotten: new Set(),
  revoked: new Set(),
  items: new Map(),
});

/**
 * The facts that a run learns about the target. A rule that needs a missing fact returns no result.
 */
export interface Facts extends Readonly<Seen> {
  /** Whether the target reads id and secret in Basic credentials raw instead of form-encoded. */
  readonly raw?: boolean | undefined;
  /** A token with which calls are accepted. */
  readonly token?: string | undefined;
  /** The template list that was returned for `token`. */
  readonly authorized?: Answer | undefined;
  /**
   * Set for recorded traffic of other clients, because tokens may have been issued before the
   * recording started.
   */
  readonly foreign?: true;
}

/**
 * Collects the facts that recorded exchanges show: issued tokens, accepted tokens, and one list of
 * templates. If a run has learned facts, its facts and the issued and accepted tokens of the
 * exchanges are joined.
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
  const accepted = calls.filter(({ question, answer }) => answer.ok && isPlain(question));
  const [first] = accepted;
  if (learned === undefined) {
    const { token, answer: authorized } = first ?? {};
    return { ...nothingSeen(), foreign: true, issued, token, authorized };
  }
  // A token that is refused although a token issued later is accepted may have been forgotten by
  // the target, so it counts as revoked.
  const newest = calls.reduce(
    (latest, { answer, at }) => (answer.ok ? Math.max(latest, at) : latest),
    0,
  );
  const forgotten = calls.filter(({ answer, at }) => answer.status === 401 && at < newest);
  return {
    ...learned,
    revoked: new Set([...forgotten.map(({ token }) => token), ...learned.revoked]),
    issued: new Map([...issued, ...learned.issued]),
    acceptedTokens: new Set([...accepted.map(({ token }) => token), ...learned.acceptedTokens]),
  };
}
