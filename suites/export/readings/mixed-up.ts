/**
 * The reading of a server that mixes up simultaneous requests: what belongs to one request is kept
 * where another one can replace it, such as in a field of an object that all requests share.
 */

import { grouped, memoizedByObject } from '../../../src/memoized.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { isSameBody } from './caches.js';
import { isResponseTo } from './judge.js';
import type { ExportReading } from './reading.js';

/** The clauses about products requests, each with its last number. */
const LAST = {
  ROUTE: 11,
  AUTH: 13,
  ERR: 7,
  NEG: 11,
  LIST: 11,
  SORT: 3,
  GROUP: 2,
  FILT: 18,
  HARD: 2,
};
/** The response to another request may violate any of them. */
const ALL_OF_PRODUCTS = Object.entries(LAST).flatMap(([part, last]) =>
  Array.from({ length: last }, (_, at) => `EXP-${part}-${at + 1}`),
);

/**
 * The reading, if a request got a wrong response once, and a right one another time. Otherwise
 * none, because a response that is always wrong may resemble one to a simultaneous request by
 * chance.
 */
export function mixedUpReadings(
  violated: readonly Exchange[],
  exchanges: readonly Exchange[],
  known: Known,
): readonly ExportReading[] {
  const isWrong = (one: Exchange): boolean => one.compare(known).deviation !== undefined;
  const byUrl = grouped(exchanges, urlOf);
  const isRightElsewhere = (one: Exchange): boolean =>
    isWrong(one) &&
    (byUrl.get(urlOf(one)) ?? []).some((other) => isSameRequest(one, other) && !isWrong(other));
  return violated.some(isRightElsewhere) ? [readingOf(violated, exchanges)] : [];
}

const urlOf = ({ answer: { request } }: Exchange): string => request.url;

const isSameRequest = (
  { answer: { request: one } }: Exchange,
  { answer: { request: other } }: Exchange,
): boolean =>
  one.url === other.url &&
  one.method === other.method &&
  JSON.stringify(one.headers) === JSON.stringify(other.headers);

function readingOf(violated: readonly Exchange[], exchanges: readonly Exchange[]): ExportReading {
  const tested = new Set(violated);
  const simultaneous = memoizedByObject(({ answer }: Exchange) =>
    exchanges.filter(
      ({ answer: other }) =>
        other.exchange !== answer.exchange &&
        other.sentAt < answer.receivedAt &&
        other.receivedAt > answer.sentAt,
    ),
  );
  return {
    id: 'mixed-up',
    // What is kept is taken from a request before, or from a simultaneous one.
    mistake: 'kept-state',
    clause: 'EXP-LIST-11',
    also: ALL_OF_PRODUCTS,
    sentence:
      'simultaneous requests are mixed up: a request gets the response to one of the others',
    requires: 'each request must get its own response',
    touches: () => true,
    // Each of several simultaneous requests may fit by chance.
    opens: true,
    response(exchange, known) {
      if (!tested.has(exchange)) return undefined;
      const isWrong = exchange.compare(known).deviation !== undefined;
      if (!isWrong && isResponseTo(exchange, exchange.question, known)) return undefined;
      const isPredicted = simultaneous(exchange).some(
        (other) =>
          !isSameRequest(exchange, other) &&
          (isSameBody(exchange, other) || isMixedUp(exchange, other, known)),
      );
      return isPredicted || (isWrong ? false : undefined);
    },
  };
}

/** Parts of the query that may be taken from another request. */
const PARTS = [
  ['limit', 'offset', 'orderBy', 'groupBy', 'filter', 'extra', 'search'],
  ['filter'],
  ['limit', 'offset'],
  ['orderBy'],
] as const;

/** Whether the response is the right one to the same request with parts of another one. */
const isMixedUp = (exchange: Exchange, other: Exchange, known: Known): boolean =>
  PARTS.some((part) => {
    const taken = Object.fromEntries(part.map((name) => [name, other.question[name]]));
    const question: ProductsQuestion = { ...exchange.question, ...taken };
    return (
      isResponseTo(exchange, question, known) === true ||
      // The document may leave the response to the request itself open.
      isResponseTo({ ...exchange, question }, question, known) === true
    );
  });
