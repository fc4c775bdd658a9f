/** The exchanges of the template suite: token requests and calls of the API. */

import type { Exchanged } from '../../src/harness/rule.js';
import type { CallQuestion, Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion, Writing } from '../../src/protocol/templates/token-request.js';
import type { TemplatesTarget } from '../../src/settings/target.js';

type ExchangeOf<Q extends Question> = Exchanged<Q> & { readonly settings: TemplatesTarget };
export type TokenExchange = ExchangeOf<TokenQuestion>;
export type CallExchange = ExchangeOf<CallQuestion>;
export type Exchange = ExchangeOf<Question>;

export const isTokenRequest = (exchange: Exchange): exchange is TokenExchange =>
  exchange.question.ask === 'token';
export const isCall = (exchange: Exchange): exchange is CallExchange =>
  exchange.question.ask === 'templates';

/**
 * The token after the scheme `Bearer` in any letter case. It is empty if no token follows the
 * scheme.
 */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer(?: +|$)(\S*) *$/i.exec(authorization ?? '')?.[1];

/** Requests that RFC 6749 calls malformed (sections 2.3, 3.2 and 5.2). */
export const MALFORMED: readonly Writing[] = [
  'with client_secret twice',
  'with the same credentials in the form',
  'with the credentials of another client in the form',
  'with client_id twice',
  'with grant_type twice',
  'with scope twice',
];

/**
 * Returns what is wrong with a token request, or undefined for a right one. `two clients` may be
 * accepted or refused.
 */
export function faultOf({ client, mistake, way, grant, writing }: TokenQuestion) {
  if (way === 'query' || writing === 'with grant_type in the query') return 'in the query';
  if (writing !== undefined && MALFORMED.includes(writing)) return 'malformed';
  if (writing?.startsWith('with Basic')) return 'unreadable Basic';
  if (grant !== undefined) return 'grant';
  if (mistake !== undefined || client === 'nobody') return 'credentials';
  if (client === 'unsupported') return 'unsupported client';
  return writing === 'naming another client' ? 'two clients' : undefined;
}
