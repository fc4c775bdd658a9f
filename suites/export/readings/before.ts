/**
 * Finds the requests that a server may have answered just before another one. They explain mistakes
 * in which the server uses a value of an earlier request, such as its limit.
 */

import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Exchange } from '../model/exchange.js';

/**
 * The requests that a server may have answered last before it answers this one. A refused request
 * may leave no trace in the server, so the last request that returned a list is returned, too. If
 * requests overlap, the server may have answered them in any order.
 */
export function possiblyBefore(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  const { sentAt, receivedAt } = exchange.answer;
  const isOther = ({ answer }: Exchange): boolean => answer.exchange !== exchange.answer.exchange;
  let last: Exchange | undefined;
  let lastList: Exchange | undefined;
  const isLater = ({ answer }: Exchange, than: Exchange | undefined): boolean =>
    than === undefined || answer.receivedAt >= than.answer.receivedAt;
  for (const one of exchanges) {
    if (one.answer.receivedAt > sentAt || !isOther(one)) continue;
    if (isLater(one, last)) last = one;
    if (one.page !== undefined && isLater(one, lastList)) lastList = one;
  }
  const since = last?.answer.sentAt ?? sentAt;
  return exchanges.filter(
    (one) =>
      one === last ||
      one === lastList ||
      (one.answer.receivedAt > since && one.answer.sentAt < receivedAt && isOther(one)),
  );
}

/**
 * Returns a function for the values of a parameter that a server may have received last before a
 * request.
 */
export function possiblyLastAmong(
  exchanges: readonly Exchange[],
  name: 'limit' | 'offset',
): (exchange: Exchange) => readonly (number | string)[] {
  const sent = exchanges.filter(({ question }) => sentValues(question, name).length > 0);
  return (exchange) =>
    possiblyBefore(exchange, sent).flatMap(({ question }) => sentValues(question, name));
}

/** The values of a parameter. A raw query (`search`) or `extra` may contain further ones. */
const sentValues = (
  { search, extra = [], ...question }: ProductsQuestion,
  name: 'limit' | 'offset',
): readonly (number | string)[] =>
  [
    ...(search === undefined ? [question[name]] : new URLSearchParams(search).getAll(name)),
    ...extra.map(([other, value]) => (other === name ? value : undefined)),
  ].filter((value) => value !== undefined);
