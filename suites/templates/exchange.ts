/**
 * The types of exchanges of the template suite, which are token requests and calls of the API, and
 * functions that read tokens and mistakes from them.
 */

import type { Exchanged } from '../../src/harness/rule.js';
import type { CallQuestion, Question } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import type { TemplatesTarget } from '../../src/settings/target.js';

/** A request and its response, with the settings of the interface. */
type ExchangeOf<Q extends Question> = Exchanged<Q> & { readonly settings: TemplatesTarget };
export type TokenExchange = ExchangeOf<TokenQuestion>;
export type CallExchange = ExchangeOf<CallQuestion>;
export type Exchange = ExchangeOf<Question>;

export const isTokenRequest = (exchange: Exchange): exchange is TokenExchange =>
  exchange.question.ask === 'token';
export const isCall = (exchange: Exchange): exchange is CallExchange =>
  exchange.question.ask === 'templates';

/**
 * The token of an `Authorization: Bearer …` value, with the scheme in any letter case. Empty if no
 * token follows the scheme.
 */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer(?: +|$)(\S*) *$/i.exec(authorization ?? '')?.[1];

/** The reason why a token request must be refused; undefined for a request without a mistake. */
export function faultOf({ client, mistake, way, grant, writing }: TokenQuestion) {
  if (way === 'query') return 'in the query';
  if (grant !== undefined) return 'grant';
  if (mistake !== undefined || client === 'nobody') return 'credentials';
  if (client === 'unsupported') return 'unsupported client';
  return writing === 'naming another client' ? 'two clients' : undefined;
}
