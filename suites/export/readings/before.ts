/**
 * Finds the requests that a server may have answered just before another one. They explain mistakes
 * in which the server uses a value of an earlier request, such as its limit.
 */

import { memoizedByObject } from '../../../src/memoized.js';
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
  const { sentAt, receivedAt, exchange: number } = exchange.answer;
  const { received, firstSent } = inOrderOf(exchanges);
  const isOther = ({ answer }: Exchange): boolean => answer.exchange !== number;
  const before = countUntil(received, sentAt);
  const last = lastOf(received, before, isOther);
  const lastList = lastOf(received, before, (one) => one.page !== undefined && isOther(one));
  const since = last?.answer.sentAt ?? sentAt;
  const found = new Set([last, lastList].filter((one) => one !== undefined));
  for (let at = countUntil(received, since); at < received.length; at += 1) {
    const one = received[at];
    if ((firstSent[at] ?? receivedAt) >= receivedAt) break;
    if (one !== undefined && one.answer.sentAt < receivedAt && isOther(one)) found.add(one);
  }
  return [...found];
}

/**
 * The exchanges in the order in which their responses came. `firstSent`: when the first request was
 * sent of an exchange and all after it.
 */
const inOrderOf = memoizedByObject((exchanges: readonly Exchange[]) => {
  const received = exchanges.toSorted((a, b) => a.answer.receivedAt - b.answer.receivedAt);
  const firstSent: number[] = [];
  for (let at = received.length - 1, first = Number.POSITIVE_INFINITY; at >= 0; at -= 1) {
    first = Math.min(first, received[at]?.answer.sentAt ?? first);
    firstSent[at] = first;
  }
  return { received, firstSent };
});

/** How many of the exchanges, which are in order, had been received at a time. */
function countUntil(received: readonly Exchange[], time: number): number {
  let [low, high] = [0, received.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((received[middle]?.answer.receivedAt ?? time) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of the first `count` exchanges for which this holds. */
function lastOf(
  exchanges: readonly Exchange[],
  count: number,
  holds: (exchange: Exchange) => boolean,
): Exchange | undefined {
  for (let at = count - 1; at >= 0; at -= 1) {
    const one = exchanges[at];
    if (one !== undefined && holds(one)) return one;
  }
  return undefined;
}

/**
 * Returns a function for the values of a parameter that a server may have received last before a
 * request.
 */
export function possiblyLastAmong(
  exchanges: readonly Exchange[],
  name: 'limit' | 'offset',
): (exchange: Exchange) => readonly (number | string)[] {
  let sent: readonly Exchange[] | undefined;
  return (exchange) => {
    sent ??= exchanges.filter(({ question }) => sentValues(question, name).length > 0);
    return possiblyBefore(exchange, sent).flatMap(({ question }) => sentValues(question, name));
  };
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
