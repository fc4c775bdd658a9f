import type { Answer, Target } from '../../src/harness/suite.js';
import { isAliveAt, itemsIn, textsIn } from '../../src/protocol/templates/answer.js';
import type { CallQuestion, DocumentQuestion, Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { tokenOf } from './ask.js';
import type { Facts } from './facts.js';

interface Of<Q extends Question> {
  readonly question: Q;
  readonly answer: Answer;
  readonly target: Target;
}
export type TokenExchange = Of<TokenQuestion>;
export type CallExchange = Of<CallQuestion>;
export type DocumentExchange = Of<DocumentQuestion>;
export type Exchange = Of<Question>;

export const isToken = (exchange: Exchange): exchange is TokenExchange => exchange.question.ask === 'token';
export const isCall = (exchange: Exchange): exchange is CallExchange => exchange.question.ask === 'templates';
export const isDocument = (exchange: Exchange): exchange is DocumentExchange => !isToken(exchange) && !isCall(exchange);

/** Whether a token request is right in everything. */
export const isRight = ({ client, mistake, way, grant, writing }: TokenQuestion): boolean =>
  (client === 'first' || client === 'other') &&
  mistake === undefined &&
  way !== 'query' &&
  grant === undefined &&
  writing !== 'naming another client';

/** What a call shows of itself: no token, an issued one, one that was never issued, or an issued one out of its place. */
export type Credential = 'none' | 'issued' | 'made' | 'in the query' | 'misused';

export function credentialOf({ authorization = '', path = '' }: CallQuestion, { issued }: Facts): Credential {
  if ([...issued.keys()].some((token) => path.includes(token))) return 'in the query';
  if (authorization.trim() === '') return 'none';
  const token = tokenOf(authorization);
  return token === undefined ? 'misused' : issued.has(token) ? 'issued' : 'made';
}

/** Whether the token of a call had time left when it was answered, and was not given up. */
export function isAlive({ question, answer }: CallExchange, { issued, revoked }: Facts): boolean {
  const token = tokenOf(question.authorization) ?? '';
  const by = issued.get(token);
  return by !== undefined && !revoked.has(token) && isAliveAt(by.answer, answer.receivedAt);
}

/** Whether an answer gives templates away: with any status some of the known ones, or a 2xx that lists or says the same. */
export function givesTemplates(answer: Answer, authorized: Answer, items: Facts['items'] = new Map()): boolean {
  const known = [textsIn(authorized), ...items.values()];
  return (
    [...textsIn(answer)].some((text) => known.some((texts) => texts.has(text))) ||
    (answer.ok && (itemsIn(answer).length > 0 || answer.text === authorized.text))
  );
}
