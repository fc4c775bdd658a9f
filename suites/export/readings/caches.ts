/** A cache whose key lacks the query: it returns the first response of a path to every query. */

import type { Exchange } from '../model/exchange.js';
import { OF_LISTS } from './parts.js';
import type { ExportReading } from './reading.js';

/** What the key of such a cache contains: the path, and perhaps the header fields. */
const KEYS: Readonly<Record<string, (exchange: Exchange) => string>> = {
  path: (exchange) => JSON.stringify(addressOf(exchange)),
  'path-and-fields': (exchange) =>
    JSON.stringify([addressOf(exchange), exchange.answer.request.headers]),
};

const addressOf = ({ answer: { request } }: Exchange) => [
  request.method ?? 'GET',
  request.url.split('?')[0],
];

const isSame = (one: Exchange, other: Exchange): boolean =>
  one.answer.size === other.answer.size && one.answer.body.equals(other.answer.body);

export const cacheReadings = (exchanges: readonly Exchange[]): readonly ExportReading[] => {
  const inOrder = exchanges
    .filter(({ answer }) => answer.ok)
    .sort((a, b) => a.answer.exchange - b.answer.exchange);
  return Object.entries(KEYS).map(([id, keyOf]) => {
    const first = new Map(inOrder.toReversed().map((one) => [keyOf(one), one]));
    return {
      id: `caches.query-ignored.${id}`,
      mistake: 'caches.query-ignored',
      clause: 'EXP-LIST-11',
      also: [...OF_LISTS, 'EXP-ROUTE-3', 'EXP-ROUTE-4', 'EXP-HARD-2', 'EXP-NEG-11'],
      sentence:
        'a request gets the response to the first request of its path, whatever its query is',
      requires: 'each query must get its own response',
      touches: () => true,
      response(exchange) {
        const earlier = first.get(keyOf(exchange));
        return earlier === undefined || earlier === exchange || !exchange.answer.ok
          ? undefined
          : isSame(earlier, exchange);
      },
    };
  });
};
