/** What a right server returns for a request of a known collection. */

import { DEFAULT_LIMIT, type Question } from '../../../src/protocol/platform/question.js';
import type { Collection } from '../collection.js';
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

/** A request, and the page that a right server returns for it. */
export interface Request {
  readonly question: Question;
  /** Its ids are in ascending order, even if the server returned them in another order. */
  readonly collection: Collection;
  readonly query: Query;
  readonly window: Window;
}

/** The page that a right server selects by these parameters, and the ids around it. */
export function windowOf({ ids }: Collection, query: Query): Window {
  const start = ids.findIndex((id) => id > query.cursor);
  const from = start < 0 ? ids.length : start;
  const to = from + Math.max(0, query.limit);
  return { before: ids.slice(0, from), page: ids.slice(from, to), after: ids.slice(to), query };
}

/** Whether the end of the page is unknown, because only the first entities are known. */
export const isCut = ({ complete }: Collection, { after }: Window): boolean =>
  !complete && after.length === 0;

const sorted = new WeakMap<Collection, Collection>();

function inOrder(collection: Collection): Collection {
  const known = sorted.get(collection);
  if (known !== undefined) return known;
  const made = { ...collection, ids: [...new Set(collection.ids)].sort((a, b) => a - b) };
  sorted.set(collection, made);
  return made;
}

type Kept = WeakMap<Exchange, { readonly request: Request | undefined }>;
const known = new WeakMap<Facts, Kept>();

/**
 * Returns undefined if the document does not specify the page, such as for a text as `cursor`, and
 * if the collection is unknown or may have changed.
 */
export function requestOf(exchange: Exchange, facts: Facts): Request | undefined {
  const ofFacts: Kept = known.get(facts) ?? new WeakMap();
  known.set(facts, ofFacts);
  const kept = ofFacts.get(exchange) ?? { request: readRequest(exchange, facts) };
  ofFacts.set(exchange, kept);
  return kept.request;
}

function readRequest(exchange: Exchange, facts: Facts): Request | undefined {
  const { question } = exchange;
  const { limit, cursor, previous } = question;
  const found = collectionOf(exchange, facts);
  const isUsual = [question.method, question.search, question.anonymous].every(
    (one) => one === undefined,
  );
  const hasText = [limit, cursor, previous].some((value) => typeof value === 'string');
  if (!isUsual || hasText || facts.foreign || found === undefined) return undefined;
  const query = {
    limit: numberOr(limit, DEFAULT_LIMIT),
    cursor: numberOr(cursor, 0),
    previous: numberOr(previous, 0),
  };
  // Larger limits are neither specified nor known to be accepted.
  if (query.limit < 1 || query.limit > Math.max(DEFAULT_LIMIT, found.most)) return undefined;
  const collection = inOrder(found);
  return { question, collection, query, window: windowOf(collection, query) };
}
