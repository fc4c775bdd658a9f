/**
 * Parts of a request that a server keeps, so that the next request without them gets them too: the
 * object that builds the query is shared by several requests.
 */

import { memoizedByObject } from '../../../src/memoized.js';
import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import {
  DEFAULT_LIMIT,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { filterIn } from '../model/request.js';
import { possiblyBefore, possiblyLastAmong } from './before.js';
import { isResponseTo } from './judge.js';
import { OF_LISTS } from './parts.js';
import type { ExportReading } from './reading.js';

/** What lists violate if they depend on earlier requests. */
const VIOLATED = [
  ...OF_LISTS,
  ...['EXP-LIST-5', 'EXP-LIST-8', 'EXP-LIST-11', 'EXP-NEG-4', 'EXP-ROUTE-1', 'EXP-ROUTE-2'],
];

interface Part {
  readonly id: string;
  readonly members: readonly ('filter' | 'groupBy' | 'limit' | 'offset' | 'orderBy')[];
  /** Whether 0 also counts as missing. Default: false. */
  readonly mayBeZero?: true;
  readonly sentence: string;
}

/** The parts that may be kept, the one that changes most first. */
const PARTS: readonly Part[] = [
  {
    id: 'filter',
    members: ['filter'],
    sentence: 'a request without filters is filtered by those of the request before it',
  },
  {
    id: 'groups',
    members: ['groupBy'],
    sentence: 'a request without `groupBy` is grouped by that of the request before it',
  },
  {
    id: 'order',
    members: ['orderBy'],
    sentence: 'a request without `orderBy` is sorted by that of the request before it',
  },
  {
    id: 'offset',
    members: ['offset'],
    sentence: 'a request without `offset` begins at that of the request before it',
  },
  {
    id: 'offset-or-zero',
    members: ['offset'],
    mayBeZero: true,
    sentence: 'a request without `offset`, or with 0, begins at that of the request before it',
  },
  {
    id: 'limit',
    members: ['limit'],
    sentence: 'a request without `limit` has that of the request before it',
  },
  {
    id: 'window',
    members: ['limit', 'offset'],
    sentence: 'a request without `limit` and `offset` has those of the request before it',
  },
];

/** Whether the request has none of the members of the part. */
const hasNone = (question: ProductsQuestion, { members, mayBeZero }: Part): boolean =>
  members.every((name) => {
    const value = question[name];
    return value === undefined || (mayBeZero === true && Number(value) === 0);
  });

export const keptStateReadings = (
  exchanges: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => {
  const before = memoizedByObject((one: Exchange) => possiblyBefore(one, exchanges));
  return [
    ...PARTS.map((part) => readingOf(part, before)),
    eachUntilNext(exchanges),
    growingPaths(exchanges),
  ].map((reading) => showing(reading, known));
};

/**
 * A response that is right for the request as it was sent does not show that anything was kept.
 * What is predicted is computed once, because several requests may have come before each one.
 */
function showing(reading: ExportReading, known: Known): ExportReading {
  const predicted = new Map<Exchange, boolean | undefined>();
  const predict = (exchange: Exchange): boolean | undefined => {
    const isPredicted = reading.response?.(exchange, known);
    const isRight = isPredicted === true && isResponseTo(exchange, exchange.question, known);
    return isRight === true ? undefined : isPredicted;
  };
  return {
    ...reading,
    // A few responses may fit by chance, because several earlier requests are tried for each.
    opens: true,
    response(exchange) {
      if (!predicted.has(exchange)) predicted.set(exchange, predict(exchange));
      return predicted.get(exchange);
    },
  };
}

const isOfPath = ({ route }: ProductsQuestion): boolean =>
  typeof route === 'object' && !isUnknown(route);

/**
 * The path of each request adds a condition to a list that is never emptied, such as the default
 * argument of a function in Python. A record must then match all paths so far.
 */
function growingPaths(exchanges: readonly Exchange[]): ExportReading {
  const ofPaths = exchanges.filter(
    ({ question, page }) => page !== undefined && isOfPath(question),
  );
  return {
    id: 'kept-state.growing-paths',
    mistake: 'kept-state',
    clause: 'EXP-LIST-11',
    also: [...VIOLATED, 'EXP-ROUTE-3', 'EXP-ROUTE-4', 'EXP-AUTH-8'],
    sentence:
      'a request on the legacy filtered route is filtered by the paths of all earlier ones, too',
    requires: 'each query must get its own response',
    touches: isOfPath,
    response(exchange, known) {
      const { question, page, answer } = exchange;
      if (page === undefined || !isOfPath(question)) return undefined;
      const { sentAt, receivedAt } = answer;
      const before = ofPaths.filter((one) => one.answer.receivedAt <= sentAt);
      const overlapping = ofPaths.filter(
        (one) =>
          one !== exchange && one.answer.receivedAt > sentAt && one.answer.sentAt < receivedAt,
      );
      const isAfter = (others: readonly Exchange[]): boolean | undefined => {
        const groups = [...others, exchange].flatMap(
          (one) => filterIn(one.question, known)?.groups ?? [],
        );
        // A filter on the legacy route is the same as one in the path.
        const filter: Filter = { mode: 'AND', groups };
        return isResponseTo(exchange, { ...question, route: 'legacy', filter }, known);
      };
      const verdicts = [isAfter(before), isAfter([...before, ...overlapping])];
      if (verdicts.includes(true)) return true;
      return overlapping.length > 0 || verdicts.includes(undefined) ? undefined : false;
    },
  };
}

/** Whether one holds. Undefined if none is known to, and some are not known, or there are none. */
function someOf<T>(all: readonly T[], holds: (one: T) => boolean | undefined): boolean | undefined {
  let isKnown = all.length > 0;
  for (const one of all) {
    const verdict = holds(one);
    if (verdict === true) return true;
    isKnown &&= verdict !== undefined;
  }
  return isKnown ? false : undefined;
}

const WINDOW = ['limit', 'offset'] as const;

/** Each of `limit` and `offset` is kept until a request has another value of it. */
function eachUntilNext(exchanges: readonly Exchange[]): ExportReading {
  const lastLimits = possiblyLastAmong(exchanges, 'limit');
  const lastOffsets = possiblyLastAmong(exchanges, 'offset');
  return {
    id: 'kept-state.each-until-next',
    mistake: 'kept-state',
    clause: 'EXP-LIST-11',
    also: VIOLATED,
    sentence:
      'a request without `limit` or `offset` has the last value that an earlier request had',
    requires: 'each query must get its own response',
    touches: (question) => WINDOW.some((name) => question[name] === undefined),
    response(exchange, known) {
      const { question, page, answer } = exchange;
      const { limit: ownLimit, offset: ownOffset } = question;
      const limits = ownLimit === undefined ? lastLimits(exchange) : [ownLimit];
      const offsets = ownOffset === undefined ? lastOffsets(exchange) : [ownOffset];
      // A value that was refused before may be refused again.
      const isRefused = answer.status >= 400 && answer.status < 500;
      if (page === undefined)
        return (isRefused && [...limits, ...offsets].some(mayBeRefused)) || undefined;
      const predicted = limits.flatMap((limit) => offsets.map((offset) => ({ limit, offset })));
      const isPredicted = someOf(predicted, (window) =>
        isResponseTo(exchange, { ...question, ...window }, known),
      );
      return isPredicted ?? (isStated(page, question, predicted) || undefined);
    },
  };
}

/** Whether `meta` states one of these windows, which is not that of the request. */
const isStated = (
  { meta }: ProductPage,
  { limit = DEFAULT_LIMIT, offset = 0 }: ProductsQuestion,
  windows: readonly { readonly limit: number | string; readonly offset: number | string }[],
): boolean =>
  meta !== undefined &&
  (meta.limit !== Number(limit) || meta.offset !== Number(offset)) &&
  windows.some((one) => meta.limit === Number(one.limit) && meta.offset === Number(one.offset));

/** Whether a server may refuse the value of `limit` or `offset`. */
const mayBeRefused = (value: number | string): boolean =>
  !/^\d+$/.test(String(value)) || Number(value) === 0 || Number(value) > MOST_USUAL;

/** A server may refuse a larger number. */
const MOST_USUAL = 1000;

const readingOf = (
  part: Part,
  before: (exchange: Exchange) => readonly Exchange[],
): ExportReading => ({
  id: `kept-state.${part.id}`,
  mistake: 'kept-state',
  clause: 'EXP-LIST-11',
  also: VIOLATED,
  sentence: part.sentence,
  requires: 'each query must get its own response',
  touches: (question) => hasNone(question, part),
  response(exchange, known) {
    const { question, page } = exchange;
    if (page === undefined || !hasNone(question, part)) return undefined;
    const predicted = before(exchange).map(({ question: one }): ProductsQuestion | undefined =>
      hasNone(one, part)
        ? undefined
        : { ...question, ...Object.fromEntries(part.members.map((name) => [name, one[name]])) },
    );
    return someOf(predicted, (one) => one && isResponseTo(exchange, one, known));
  },
});
