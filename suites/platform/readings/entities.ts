/** Mistakes in the entities of a page. */

import { DEFAULT_LIMIT } from '../../../src/protocol/platform/question.js';
import { haveSameIds } from '../collection.js';
import { type Exchange, type Facts, type RequestedPage, requestedPage } from '../exchange.js';
import { type Change, firstOf, lastOf, named, type PlatformMistake } from './change.js';
import { type Scope, scopesOfRequests } from './scopes.js';
import { isCut, type Query, type Request, requestOf, type Window, windowOf } from './window.js';

interface PageChange extends Change {
  /**
   * The scopes in which the mistake is looked for. `any`: only that of every request.
   * `parameters`: only conditions of the request, not of the position of the page. Default: all.
   */
  readonly scopes?: 'any' | 'parameters';
  /** The parameters by which the server selects entities. Default: those of the request. */
  readonly query?: (query: Query, request: Request) => Query;
  /** The ids of the page. Default: those of the window. */
  readonly ids?: (window: Window, request: Request) => readonly number[];
}

/** The clauses that compare the entities of a page, or its cursors, with the right ones. */
const CLAUSES_OF_ENTITIES = [
  'PLT-PAGE-3',
  'PLT-PAGE-4',
  'PLT-PAGE-5',
  'PLT-PAGE-6',
  'PLT-PAGE-7',
  'PLT-PAGE-8',
];

const without = (ids: readonly number[], index: number): readonly number[] =>
  ids.filter((_, at) => at !== index);

const IN_ORDER = 'the entities must come in ascending order of their ids';
const EACH = 'each entity after the cursor must come, in the order of the ids, up to the limit';
const WHOLE_PAGE = 'the entities after the cursor must come, as many as `limit` if there are';

const FIRST_PAGE = { cursor: 0, previous: 0 };

const PAGES: readonly PageChange[] = [
  {
    id: 'limit-ignored',
    clause: 'PLT-PAGE-3',
    sentence: '`limit` is ignored',
    query: (query) => ({ ...query, limit: DEFAULT_LIMIT }),
  },
  {
    id: 'limit-is-no-limit',
    clause: 'PLT-PAGE-3',
    sentence: 'a page has all entities after the cursor',
    query: (query) => ({ ...query, limit: Number.MAX_SAFE_INTEGER }),
  },
  ...[-1, 1].map(
    (more): PageChange => ({
      id: `limit-${more > 0 ? 'plus' : 'minus'}-1`,
      clause: 'PLT-PAGE-3',
      sentence: `a page has one entity ${more > 0 ? 'more' : 'less'} than the limit`,
      ...(more > 0 ? {} : { requires: WHOLE_PAGE }),
      query: (query) => ({ ...query, limit: query.limit + more }),
    }),
  ),
  {
    id: 'limit-is-previous',
    clause: 'PLT-PAGE-3',
    sentence: '`previous` is used as the limit',
    query: (query) => (query.previous > 0 ? { ...query, limit: query.previous } : query),
    scopes: 'parameters',
  },
  {
    id: 'limit-is-last-position',
    clause: 'PLT-PAGE-3',
    sentence: '`limit` is the position after the last entity of a page, not its size',
    query: (query, { window }) => ({
      ...query,
      limit: Math.max(0, query.limit - window.before.length),
    }),
    scopes: 'parameters',
  },
  {
    id: 'cursor-ignored',
    clause: 'PLT-PAGE-4',
    sentence: '`cursor` is ignored, and the first page is returned',
    query: (query) => ({ ...query, ...FIRST_PAGE }),
  },
  {
    id: 'cursor-included',
    clause: 'PLT-PAGE-4',
    sentence: 'a page begins with the entity of the cursor',
    query: (query) => ({ ...query, cursor: Math.max(0, query.cursor - 1) }),
  },
  {
    id: 'cursor-of-32-bits',
    clause: 'PLT-PAGE-4',
    sentence: 'only the lower 32 bits of `cursor` are used',
    query: (query) => ({ ...query, cursor: query.cursor % 2 ** 32 }),
    scopes: 'any',
  },
  {
    id: 'cursor-is-position',
    clause: 'PLT-PAGE-4',
    sentence: '`cursor` is used as a number of entities to skip, not as an id',
    query: (query, { collection: { ids } }) => ({
      ...query,
      cursor: query.cursor === 0 ? 0 : (ids[query.cursor - 1] ?? Number.MAX_SAFE_INTEGER),
    }),
  },
  {
    id: 'cursor-is-page-number',
    clause: 'PLT-PAGE-4',
    sentence: '`cursor` is used as the number of a page',
    query: (query, { collection: { ids } }) => {
      const skipped = Math.max(0, query.cursor - 1) * query.limit;
      return {
        ...query,
        cursor: skipped === 0 ? 0 : (ids[skipped - 1] ?? Number.MAX_SAFE_INTEGER),
      };
    },
  },
  {
    id: 'empty',
    clause: 'PLT-PAGE-3',
    sentence: 'a page is empty',
    requires: WHOLE_PAGE,
    ids: () => [],
  },
  {
    id: 'cursor-is-previous',
    clause: 'PLT-PAGE-4',
    sentence: '`previous` is used as the cursor',
    query: (query) => (query.previous > 0 ? { ...query, cursor: query.previous } : query),
    scopes: 'parameters',
  },
  {
    id: 'first-after-cursor-skipped',
    clause: 'PLT-PAGE-5',
    requires: EACH,
    sentence: 'the first entity after the cursor is left out',
    query: (query, { window: { page } }) =>
      query.cursor === 0 ? query : { ...query, cursor: page[0] ?? query.cursor },
  },
  {
    id: 'first-entity-skipped',
    clause: 'PLT-PAGE-5',
    requires: EACH,
    sentence: 'a page lacks its first entity',
    ids: ({ page }) => without(page, 0),
  },
  {
    id: 'second-entity-lost',
    clause: 'PLT-PAGE-5',
    requires: EACH,
    sentence: 'a page lacks its second entity',
    ids: ({ page }) => without(page, 1),
  },
  {
    id: 'last-entity-lost',
    clause: 'PLT-PAGE-5',
    requires: EACH,
    sentence: 'a page lacks its last entity',
    ids: ({ page }) => without(page, page.length - 1),
  },
  {
    id: 'last-entity-lost-of-several',
    clause: 'PLT-PAGE-5',
    requires: EACH,
    sentence: 'a page lacks its last entity, unless this is its only entity',
    ids: ({ page }) => (page.length > 1 ? without(page, page.length - 1) : page),
  },
  {
    id: 'entity-before-repeated',
    clause: 'PLT-PAGE-4',
    sentence: 'the last entity of a page is replaced by the one before the page',
    ids: ({ before, page }) => {
      const last = lastOf(before);
      return last === undefined || page.length < 2 ? page : [...page.slice(0, -1), last];
    },
  },
  {
    id: 'descending',
    clause: 'PLT-PAGE-5',
    requires: IN_ORDER,
    sentence: 'the entities of a page are in descending order',
    ids: ({ page }) => page.toReversed(),
  },
  {
    id: 'pages-from-the-end',
    clause: 'PLT-PAGE-5',
    requires: IN_ORDER,
    sentence: 'entities are returned from the last to the first',
    ids: ({ before, query }, { collection: { ids } }) => {
      const last = ids.toReversed().filter((id) => query.cursor === 0 || id < query.cursor);
      return before.length === ids.length ? [] : last.slice(0, query.limit);
    },
  },
];

/** Default limits that the pages without `limit` show. */
function defaultLimits(violated: readonly Exchange[], facts: Facts): readonly PageChange[] {
  const sizes = violated.flatMap((exchange) => {
    const request = requestOf(exchange, facts);
    const size = exchange.page?.ids.length ?? 0;
    const isDefault = request !== undefined && request.question.limit === undefined;
    if (!isDefault || size === 0 || size === request.window.page.length) return [];
    // A page that ends with the last entity does not show its limit.
    return size < request.window.page.length + request.window.after.length ? [size] : [];
  });
  return [...new Set(sizes)].slice(0, MOST_SIZES).map((size) => ({
    id: `default-limit-${size}`,
    clause: 'PLT-PAGE-3',
    sentence: `the default limit is ${size}`,
    query: (query, { question }) =>
      question.limit === undefined ? { ...query, limit: size } : query,
    scopes: 'parameters',
  }));
}

/**
 * Default cursors that the pages without `cursor` show. The entities up to this cursor are unknown,
 * unless a request with the cursor 0 returns them.
 */
export function defaultCursors(
  violated: readonly Exchange[],
  facts: Facts,
): readonly PlatformMistake[] {
  const starts = violated.flatMap((exchange) => {
    const current = exchange.page?.cursor.current ?? 0;
    const request = requestOf(exchange, facts);
    const isDefault = request !== undefined && request.question.cursor === undefined;
    return isDefault && current > 0 ? [current] : [];
  });
  return [...new Set(starts)].slice(0, MOST_SIZES).map((start) => ({
    id: `platform.default-cursor-${start}`,
    clause: 'PLT-PAGE-4',
    sentence: `the default cursor is ${start}`,
    breaks: CLAUSES_OF_ENTITIES,
    predicts(exchange, known) {
      const page = requestedPage(exchange);
      const request = requestOf(exchange, known);
      if (page === undefined || request === undefined || request.query.cursor > 0) return undefined;
      if (request.question.cursor !== undefined)
        return page.ids.some((id) => id <= start) || undefined;
      return page.cursor.current === start && page.ids.every((id) => id > start);
    },
  }));
}

/** At most this number of default limits, and of default cursors, is tried. */
const MOST_SIZES = 3;

const isAscending = (ids: readonly number[]): boolean =>
  ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? id));

/** In ascending or descending order. Another mistake explains a descending page. */
const isOrdered = (ids: readonly number[]): boolean =>
  isAscending(ids) || isAscending(ids.toReversed());

/**
 * The entities are ordered by something else, such as their name, but selected by their id. A page
 * has the right number of entities after the cursor, but may have any of them. Their ids may be
 * unknown, because a walk over such pages leaves entities out.
 */
function otherOrder(violated: readonly Exchange[]): readonly PlatformMistake[] {
  if (violated.every(({ page }) => isOrdered(page?.ids ?? []))) return [];
  return [
    {
      id: 'platform.other-order',
      clause: 'PLT-PAGE-5',
      sentence: 'the entities of a page are not ordered by their ids, although the cursor is an id',
      requires: IN_ORDER,
      breaks: CLAUSES_OF_ENTITIES,
      predicts(exchange, facts) {
        const request = requestOf(exchange, facts);
        const page = requestedPage(exchange);
        if (request === undefined || page === undefined) return undefined;
        const { collection, window, query } = request;
        if (haveSameIds(page.ids, window.page) || isCut(collection, window)) return undefined;
        return (
          new Set(page.ids).size === window.page.length && page.ids.every((id) => id > query.cursor)
        );
      },
    },
  ];
}

const areInOrderOfTexts = (ids: readonly number[]): boolean =>
  ids.every((id, at) => at === 0 || String(ids[at - 1]) < String(id));

/** The ids are compared as texts: a page has the first of them that are greater than the cursor. */
function orderOfTexts(violated: readonly Exchange[]): readonly PlatformMistake[] {
  const shown = violated.some(({ page }) => {
    const ids = page?.ids ?? [];
    return areInOrderOfTexts(ids) && !isAscending(ids);
  });
  if (!shown) return [];
  return [
    {
      id: 'platform.order-of-text',
      clause: 'PLT-PAGE-5',
      sentence: 'entities are in the order of their ids as texts',
      requires: IN_ORDER,
      breaks: CLAUSES_OF_ENTITIES,
      predicts(exchange, facts) {
        const request = requestOf(exchange, facts);
        const page = requestedPage(exchange);
        if (request === undefined || page === undefined) return undefined;
        const { collection, window, query } = request;
        const { ids, cursor } = page;
        // A right page shows the order only by a `next` that no walk reached.
        if (haveSameIds(ids, window.page)) {
          const isReached = cursor.next === null || collection.ids.includes(cursor.next);
          return isReached || cursor.next <= query.cursor ? undefined : true;
        }
        const last = String(lastOf(ids) ?? '');
        const isFull = ids.length >= query.limit;
        const came = new Set(ids);
        return (
          ids.length > 0 &&
          areInOrderOfTexts(ids) &&
          ids.every((id) => id > query.cursor) &&
          [...window.page, ...window.after].every(
            (id) => came.has(id) || (isFull && String(id) > last),
          )
        );
      },
    },
  ];
}

export const orders = (violated: readonly Exchange[]): readonly PlatformMistake[] => [
  ...orderOfTexts(violated),
  ...otherOrder(violated),
];

function pageMistake(change: PageChange, scope: Scope): PlatformMistake {
  return {
    ...named(change, scope),
    breaks: CLAUSES_OF_ENTITIES,
    predicts(exchange, facts) {
      const request = requestOf(exchange, facts);
      if (request === undefined || !scope.holds(request)) return undefined;
      const { collection, window: right } = request;
      const query = change.query?.(request.query, request) ?? request.query;
      const window = windowOf(collection, query);
      const ids = change.ids?.(window, request) ?? window.page;
      if (haveSameIds(ids, right.page)) return undefined;
      const page = requestedPage(exchange);
      if (isCut(collection, window) || isCut(collection, right)) return undefined;
      return page !== undefined && haveSameIds(page.ids, ids) && fits(page, window, request);
    },
  };
}

/** Whether `meta.cursor` fits the requested parameters, or those that the server used instead. */
function fits(page: RequestedPage, window: Window, { query }: Request): boolean {
  const { current, prev, next } = page.cursor;
  const cursors = [query.cursor, window.query.cursor];
  const isCurrent = current === null || cursors.includes(current);
  const isPrev =
    prev === null ||
    [0, query.previous, ...cursors].includes(prev) ||
    window.before.includes(prev) ||
    prev < (page.ids[0] ?? prev);
  const allowed = [lastOf(page.ids), lastOf(window.page), firstOf(window.after), 0, null];
  return isCurrent && isPrev && (window.after.length === 0 || allowed.includes(next));
}

/** `all` are the scopes for the requests of the violations. */
export function entityMistakes(
  violated: readonly Exchange[],
  all: readonly Scope[],
  facts: Facts,
): readonly PlatformMistake[] {
  const byParameters = scopesOfRequests(
    violated.flatMap((exchange) => requestOf(exchange, facts) ?? []),
  );
  const scopesOf = ({ scopes }: PageChange): readonly Scope[] => {
    if (scopes === 'any') return all.slice(0, 1);
    return scopes === 'parameters' ? byParameters : all;
  };
  return [...PAGES, ...defaultLimits(violated, facts)].flatMap((change) =>
    scopesOf(change).map((scope) => pageMistake(change, scope)),
  );
}

/** Whether the page has exactly the entities that a right server returns. */
export function isRightPage(exchange: Exchange, facts: Facts): boolean {
  const request = requestOf(exchange, facts);
  const page = requestedPage(exchange);
  return request !== undefined && page !== undefined && haveSameIds(page.ids, request.window.page);
}
