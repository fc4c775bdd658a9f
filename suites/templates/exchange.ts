import {
  type Answer,
  type CheckRow,
  checksIn,
  type Exchanged,
  type Target,
} from '../../src/harness/suite.js';
import { itemsIn, textsIn, tokenIn } from '../../src/protocol/templates/jwt.js';
import {
  type CallQuestion,
  isPlain,
  type Question,
} from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { type Issued, nothingSeen, tokenOf } from './ask.js';
import type { ClauseId } from './clauses.js';

type Of<Q extends Question> = Exchanged<Q> & { readonly target: Target };
export type TokenExchange = Of<TokenQuestion>;
export type CallExchange = Of<CallQuestion>;
export type Exchange = Of<Question>;

export const isToken = (exchange: Exchange): exchange is TokenExchange =>
  exchange.question.ask === 'token';
export const isCall = (exchange: Exchange): exchange is CallExchange =>
  exchange.question.ask === 'templates';

/** What a token request is refused for; undefined of one that is right in everything. */
export function faultOf({ client, mistake, way, grant, writing }: TokenQuestion) {
  if (way === 'query') return 'in the query';
  if (grant !== undefined) return 'grant';
  if (mistake !== undefined || client === 'nobody') return 'credentials';
  if (client === 'unsupported') return 'unsupported client';
  return writing === 'naming another client' ? 'two clients' : undefined;
}

/** What a call shows of itself: no token, an issued one, one that was never issued, or an issued one out of its place. */
export type Credential = 'none' | 'issued' | 'made' | 'in the query' | 'misused';

export function credentialOf(
  { authorization = '', path = '' }: CallQuestion,
  { issued }: Facts,
): Credential {
  if ([...issued.keys()].some((token) => path.includes(token))) return 'in the query';
  if (authorization.trim() === '') return 'none';
  const token = tokenOf(authorization);
  return token === undefined ? 'misused' : issued.has(token) ? 'issued' : 'made';
}

/** Whether an answer gives templates away: with any status some of the known ones, or a 2xx that lists or says the same. */
export function givesTemplates(
  answer: Answer,
  authorized: Answer,
  items: Facts['items'] = new Map(),
): boolean {
  const known = [textsIn(authorized), ...items.values()];
  return (
    [...textsIn(answer)].some((text) => known.some((texts) => texts.has(text))) ||
    (answer.ok && (itemsIn(answer).length > 0 || answer.text === authorized.text))
  );
}

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

/**
 * What recorded exchanges show: the tokens that were issued, those that were accepted, and the collection that one of
 * them was given. It is added to what was learned of a run, which may have obtained more tokens than are asked for again.
 */
export function shownBy(exchanges: readonly Exchange[], learned: Facts | undefined): Facts {
  const issued = new Map<string, Issued>();
  for (const { question, answer } of exchanges.filter(isToken)) {
    const token = tokenIn(answer);
    if (token !== undefined) issued.set(token, { question, answer });
  }
  const calls = exchanges.filter(isCall).flatMap(({ question, answer }) => {
    const token = tokenOf(question.authorization) ?? '';
    const by = issued.get(token);
    return by === undefined ? [] : [{ question, answer, token, at: by.answer.receivedAt }];
  });
  const accepted = calls.filter(({ question, answer }) => answer.ok && isPlain(question));
  const tokens = accepted.map(({ token }) => token);
  if (learned === undefined)
    return {
      ...nothingSeen(),
      shown: true,
      issued,
      token: tokens[0],
      authorized: accepted[0]?.answer,
    };
  // What is refused although a token that was issued later is accepted may have been forgotten.
  const newest = calls.reduce(
    (latest, { answer, at }) => (answer.ok ? Math.max(latest, at) : latest),
    0,
  );
  const forgotten = calls.filter(({ answer, at }) => answer.status === 401 && at < newest);
  return {
    ...learned,
    revoked: new Set([...forgotten.map(({ token }) => token), ...learned.revoked]),
    issued: new Map([...issued, ...learned.issued]),
    answered: new Set([...tokens, ...learned.answered]),
  };
}

export type TemplatesRow = CheckRow<Question, Facts>;

export const checks = checksIn<ClauseId, Question, Facts>;
