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
  { answer: { sentAt, receivedAt, exchange } }: Exchange,
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  const others = exchanges.filter(({ answer }) => answer.exchange !== exchange);
  const done = others.filter(({ answer }) => answer.receivedAt <= sentAt);
  const last = latestOf(done);
  const lastList = latestOf(done.filter(({ page }) => page !== undefined));
  const since = last?.answer.sentAt ?? sentAt;
  return others.filter(
    (one) =>
      one === last ||
      one === lastList ||
      (one.answer.receivedAt > since && one.answer.sentAt < receivedAt),
  );
}

/** The values of a parameter that a server may have received last before this request. */
export const possiblyLast = (
  exchange: Exchange,
  name: 'limit' | 'offset',
  exchanges: readonly Exchange[],
): readonly (number | string)[] =>
  possiblyBefore(
    exchange,
    exchanges.filter(({ question }) => sentValues(question, name).length > 0),
  ).flatMap(({ question }) => sentValues(question, name));

/** The values of a parameter. A raw query (`search`) or `extra` may contain further ones. */
const sentValues = (
  { search, extra = [], ...question }: ProductsQuestion,
  name: 'limit' | 'offset',
): readonly (number | string)[] =>
  [
    ...(search === undefined ? [question[name]] : new URLSearchParams(search).getAll(name)),
    ...extra.map(([other, value]) => (other === name ? value : undefined)),
  ].filter((value) => value !== undefined);

const latestOf = (exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.reduce<Exchange | undefined>(
    (latest, one) =>
      latest === undefined || one.answer.receivedAt >= latest.answer.receivedAt ? one : latest,
    undefined,
  );
