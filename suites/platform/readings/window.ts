/** What a right server returns for a request of a known collection. */

import { DEFAULT_LIMIT, type Question } from '../../../src/protocol/platform/question.js';
import { type Collection, isAtEnd } from '../collection.js';
import { collectionOf, type Exchange, type Facts, numberOr } from '../exchange.js';

/** The parameters that a server reads. */
export interface Query {
  readonly limit: number;
  readonly cursor: number;
  readonly previous: number;
}

/** The ids of a page, and those before and after it. */
export interface Window {
  readonly before: readonly number[];
  readonly page: readonly number[];
  readonly after: readonly number[];
  readonly query: Query;
}

/** A request whose page is known. */
export interface Request {
  readonly question: Question;
  readonly collection: Collection;
  readonly query: Query;
  readonly window: Window;
}

export function windowOf({ ids }: Collection, query: Query): Window {
  const start = ids.findIndex((id) => id > query.cursor);
  const from = start < 0 ? ids.length : start;
  const to = from + Math.max(0, query.limit);
  return { before: ids.slice(0, from), page: ids.slice(from, to), after: ids.slice(to), query };
}

const known = new WeakMap<Facts, WeakMap<Exchange, { readonly request: Request | undefined }>>();

/**
 * Returns undefined if the document leaves the page open, or if the collection is not known well
 * enough to compute it.
 */
export function requestOf(exchange: Exchange, facts: Facts): Request | undefined {
  const ofFacts = known.get(facts) ?? new WeakMap<Exchange, { request: Request | undefined }>();
  known.set(facts, ofFacts);
  const kept = ofFacts.get(exchange) ?? { request: readRequest(exchange, facts) };
  ofFacts.set(exchange, kept);
  return kept.request;
}

function readRequest(exchange: Exchange, facts: Facts): Request | undefined {
  const { question } = exchange;
  const { limit, cursor, previous } = question;
  const collection = collectionOf(exchange, facts);
  const isUsual = [question.method, question.search, question.anonymous].every(
    (one) => one === undefined,
  );
  const hasText = [limit, cursor, previous].some((value) => typeof value === 'string');
  if (!isUsual || hasText || facts.foreign || collection === undefined) return undefined;
  const query = {
    limit: numberOr(limit, DEFAULT_LIMIT),
    cursor: numberOr(cursor, 0),
    previous: numberOr(previous, 0),
  };
  if (query.limit < 1 || query.limit > Math.max(DEFAULT_LIMIT, collection.most)) return undefined;
  if (isAtEnd(collection, query.cursor)) return undefined;
  const window = windowOf(collection, query);
  const isCut = !collection.complete && window.after.length === 0;
  return isCut ? undefined : { question, collection, query, window };
}
