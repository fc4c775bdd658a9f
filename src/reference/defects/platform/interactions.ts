/** Defects of the platform API that occur only for some values or combinations of parameters. */

import type { Change } from '../../behaviour.js';
import type { CursorQuery, Window } from '../../platform/behaviour.js';
import type { Entity } from '../../platform/index.js';
import type { Call } from '../../wire/call.js';
import { inPlatform, jsonOf } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { isObject } from '../export/body.js';

const platform = defectsOf('platform', 'platform.interaction');

/** Changes the parameters that the server reads. `meta` contains the changed values, too. */
const editQuery = (
  edit: (query: CursorQuery, sent: URLSearchParams, call: Call) => CursorQuery | undefined,
): Change =>
  inPlatform(({ readQuery }) => ({
    readQuery: (call) => {
      const query = readQuery(call);
      return query && edit(query, new URLSearchParams(call.search), call);
    },
  }));

/**
 * Changes the parameters that select the entities of a page. `meta` still contains the requested
 * limit and cursor.
 */
const editSelection = (
  edit: (query: CursorQuery, entities: readonly Entity[]) => CursorQuery,
): Change =>
  inPlatform(({ window }) => ({
    window: (entities, query) => window(entities, edit(query, entities)),
  }));

/** Changes `next`. The function gets the correct value, `healthy`. */
const editNext = (
  edit: (window: Window, query: CursorQuery, healthy: number | null) => number | null,
): Change =>
  inPlatform(({ next: healthy }) => ({
    next: (window, query) => edit(window, query, healthy(window, query)),
  }));

/** Changes members of `meta.cursor` in the responses to the requests that `when` selects. */
const editMeta = (
  when: (sent: URLSearchParams) => boolean,
  edit: (cursor: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Change =>
  jsonOf('platform', (body, _, { search }) =>
    isObject(body) &&
    isObject(body.meta) &&
    isObject(body.meta.cursor) &&
    when(new URLSearchParams(search))
      ? { ...body, meta: { cursor: { ...body.meta.cursor, ...edit(body.meta.cursor) } } }
      : undefined,
  );

export const PLATFORM_INTERACTIONS: readonly Defect[] = [
  ...platform('PLT-PAGE-1', {
    'next-as-text-for-small-limits': subtle(
      'If the limit is less than 5, `next` is a string.',
      editMeta(
        (sent) => Number(sent.get('limit') ?? 50) < 5,
        (given) => ({ next: String(given.next) }),
      ),
    ),
    'success-missing-with-previous': subtle(
      'If `previous` is sent, the member `success` is missing.',
      jsonOf('platform', (body, _, { search }) => {
        if (!isObject(body) || !new URLSearchParams(search).has('previous')) return undefined;
        const { success: __, ...rest } = body;
        return rest;
      }),
    ),
  }),
  ...platform('PLT-PAGE-2', {
    'count-one-too-many-with-previous': subtle(
      'If `previous` and a limit are sent, `count` is one too high.',
      editMeta(
        (sent) => sent.has('previous') && sent.has('limit'),
        (given) => ({ count: Number(given.count) + 1 }),
      ),
    ),
  }),
  ...platform('PLT-PAGE-3', {
    'default-by-collection': subtle(
      'The default limit of the collection `sites` is 20.',
      editQuery((query, sent, { path }) =>
        path.endsWith('/sites') && !sent.has('limit') ? { ...query, limit: 20 } : query,
      ),
    ),
    'default-with-a-cursor': subtle(
      'If a cursor is sent, the default limit is 25.',
      editQuery((query, sent) =>
        query.cursor > 0 && !sent.has('limit') ? { ...query, limit: 25 } : query,
      ),
    ),
    'default-100-with-previous': subtle(
      'If `previous` is sent, the default limit is 100.',
      editQuery((query, sent) =>
        sent.has('previous') && !sent.has('limit') ? { ...query, limit: 100 } : query,
      ),
    ),
    'previous-taken-for-the-limit': subtle(
      '`previous` is treated as the limit if no limit is sent.',
      editQuery((query, sent) =>
        query.previous > 0 && !sent.has('limit') ? { ...query, limit: query.previous } : query,
      ),
    ),
    'limit-ignored-with-previous': subtle(
      'If `previous` is sent, the limit is ignored.',
      editQuery((query) => (query.previous > 0 ? { ...query, limit: 50 } : query)),
    ),
    'limit-25-is-26': subtle(
      'A limit of 25 returns 26 entities.',
      editSelection((query) => (query.limit === 25 ? { ...query, limit: 26 } : query)),
    ),
  }),
  ...platform('PLT-PAGE-4', {
    'large-cursors-give-everything': subtle(
      'A cursor of 2^31 or more returns the first page.',
      editSelection((query) => (query.cursor >= 2 ** 31 ? { ...query, cursor: 0 } : query)),
    ),
    'cursor-of-32-bits': subtle(
      'Only the lower 32 bits of a cursor are used.',
      editSelection((query) => ({ ...query, cursor: query.cursor % 2 ** 32 })),
    ),
    'previous-taken-for-the-cursor': subtle(
      '`previous` is treated as the cursor if no cursor is sent.',
      editSelection((query) => (query.cursor === 0 ? { ...query, cursor: query.previous } : query)),
    ),
    'previous-before-the-cursor': subtle(
      'If a cursor and `previous` are sent, a page begins after `previous` instead of the cursor.',
      editSelection((query) =>
        query.previous > 0 && query.cursor > 0 ? { ...query, cursor: query.previous } : query,
      ),
    ),
    'cursor-before-the-limit-ignored': subtle(
      'The cursor is ignored if it precedes the limit in the query string.',
      editQuery((query, sent) =>
        [...sent.keys()].join() === 'cursor,limit' ? { ...query, cursor: 0 } : query,
      ),
    ),
  }),
  ...platform('PLT-PAGE-5', {
    'limit-20-loses-one': subtle(
      'If the limit is 20, a page lacks its second entity.',
      inPlatform(({ window }) => ({
        window: (entities, query) => {
          const healthy = window(entities, query);
          return query.limit === 20
            ? { ...healthy, page: healthy.page.filter((_, at) => at !== 1) }
            : healthy;
        },
      })),
    ),
    'full-last-page-leads-back': subtle(
      'If the limit is more than 20 and the last page is full, its `next` leads back to the first entity.',
      editNext(({ page, before, after }, { limit }, healthy) =>
        after.length === 0 && page.length === limit && before.length > 0 && limit > 20
          ? (before[0]?.id ?? 0)
          : healthy,
      ),
    ),
  }),
  ...platform('PLT-PAGE-6', {
    'next-wrong-for-limit-1': subtle(
      'If the limit is 1, `next` is the cursor plus one.',
      editNext(({ after }, { limit, cursor }, healthy) =>
        limit === 1 && after.length > 0 ? cursor + 1 : healthy,
      ),
    ),
    'next-wrong-for-limit-10': subtle(
      'If the limit is 10, `next` is the id of the second entity after the page.',
      editNext(({ after }, { limit }, healthy) =>
        limit === 10 && after[1] ? after[1].id : healthy,
      ),
    ),
    'next-zero-with-previous': subtle(
      'If `previous` and a cursor are sent, `next` is 0.',
      editNext((_, { cursor, previous }, healthy) => (cursor > 0 && previous > 0 ? 0 : healthy)),
    ),
  }),
  ...platform('PLT-PAGE-7', {
    'current-is-previous': subtle(
      'If `previous` is sent, `current` has the value of `prev`.',
      editMeta(
        (sent) => Number(sent.get('previous')) > 0,
        (given) => ({ current: given.prev }),
      ),
    ),
    'current-0-without-limit': subtle(
      'If the limit is 50, which is the default, `current` is 0 for a cursor that is not the id of an entity.',
      inPlatform(({ cursor }) => ({
        cursor: (window, query, self) => ({
          ...cursor(window, query, self),
          ...(query.limit === 50 && window.before.at(-1)?.id !== query.cursor
            ? { current: 0 }
            : {}),
        }),
      })),
    ),
  }),
  ...platform('PLT-PAGE-8', {
    'prev-in-the-page-with-previous': subtle(
      'If `previous` and a cursor are sent, `prev` is the first id of the page.',
      inPlatform(({ prev }) => ({
        prev: (window, query) =>
          query.previous > 0 && query.cursor > 0 ? (window.page[0]?.id ?? 0) : prev(window, query),
      })),
    ),
    'prev-negative-with-limit-1': subtle(
      'If the limit is 1 and no cursor is sent, `prev` is -1.',
      inPlatform(({ prev }) => ({
        prev: (window, query) =>
          query.limit === 1 && query.cursor === 0 ? -1 : prev(window, query),
      })),
    ),
  }),
  ...platform('PLT-PAGE-11', {
    'limit-and-previous-refused': subtle(
      'A request with `limit` and `previous`, but no cursor, is refused.',
      editQuery((query, sent) =>
        sent.has('limit') && sent.has('previous') && !sent.has('cursor') ? undefined : query,
      ),
    ),
    'limit-49-with-a-cursor-refused': subtle(
      'A request with a cursor and a limit of 49 is refused.',
      editQuery((query) => (query.limit === 49 && query.cursor > 0 ? undefined : query)),
    ),
  }),
];
