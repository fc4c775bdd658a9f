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

/** What a run has seen of tokens so far; it grows while further tokens are obtained. */
export interface Seen {
  readonly issued: Map<string, Issued>;
  /** Tokens that calls were accepted with. */
  readonly answered: Set<string>;
  /** Tokens that were refused after they had been accepted, although they had time left. */
  readonly forgotten: Set<string>;
  readonly revoked: Set<string>;
  /** The templates in the first list that each client received. */
  readonly items: Map<Owner, ReadonlySet<string>>;
}

export const nothingSeen = (): Seen => ({
  issued: new Map(),
  answered: new Set(),
  forgotten: new Set(),
  revoked: new Set(),
  items: new Map(),
});

/** What was learned of the target. A rule that needs an unknown fact returns nothing. */
export interface Facts extends Readonly<Seen> {
  /** Whether the target takes id and secret in Basic as they are, instead of form-encoded. */
  readonly raw?: boolean | undefined;
  /** A token that calls are accepted with, and the list of templates that it received. */
  readonly token?: string | undefined;
  readonly authorized?: Answer | undefined;
  /** The exchanges are traffic of other clients, before which tokens may have been issued. */
  readonly foreign?: true;
}

/**
 * The facts of recorded exchanges: the tokens that were issued, those that were accepted, and the
 * list that one of them received. They are added to what was learned of a run, which may have
 * obtained further tokens.
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
  // A token that is refused, although one that was issued later is accepted, may have been
  // forgotten by the target.
  const newest = calls.reduce(
    (latest, { answer, at }) => (answer.ok ? Math.max(latest, at) : latest),
    0,
  );
  const forgotten = calls.filter(({ answer, at }) => answer.status === 401 && at < newest);
  return {
    ...learned,
    revoked: new Set([...forgotten.map(({ token }) => token), ...learned.revoked]),
    issued: new Map([...issued, ...learned.issued]),
    answered: new Set([...accepted.map(({ token }) => token), ...learned.answered]),
  };
}
