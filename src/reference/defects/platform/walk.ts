/** Defects of the platform API in the entities of pages and in `next`. */

import type { Change } from '../../behaviour.js';
import type { CursorQuery, Window } from '../../platform/behaviour.js';
import type { Entity } from '../../platform/index.js';
import { inPlatform } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const platform = defectsOf('platform', 'platform');

const body = (edit: (given: Record<string, unknown>) => Record<string, unknown>): Change =>
  inPlatform(({ body: healthy }) => ({ body: (...about) => edit(healthy(...about)) }));

/**
 * Selects the entities of a page with an edited cursor or limit. `meta` still contains the
 * requested cursor and limit.
 */
const editSelection = (
  edit: (query: CursorQuery, entities: readonly Entity[]) => CursorQuery,
): Change =>
  inPlatform(({ window }) => ({
    window: (entities, query) => window(entities, edit(query, entities)),
  }));

/** Edits the entities of a page. `meta` stays unchanged. */
const editPage = (
  edit: (page: readonly Entity[], window: Window, query: CursorQuery) => readonly Entity[],
): Change =>
  inPlatform(({ window }) => ({
    window: (entities, query) => {
      const healthy = window(entities, query);
      return { ...healthy, page: edit(healthy.page, healthy, query) };
    },
  }));

/** In the test data the first id of a collection is at most this number. */
const HIGHEST_FIRST_ID = 5;

const hasParameter = (name: string, search: string): boolean =>
  new URLSearchParams(search).has(name);

export const PLATFORM_WALK: readonly Defect[] = [
  ...platform('PLT-PAGE-4', {
    'cursor-inclusive': subtle(
      'A page begins with the entity of the cursor.',
      inPlatform(({ window }) => ({
        window: (entities, query) =>
          window(entities, { ...query, cursor: Math.max(0, query.cursor - 1) }),
      })),
    ),
    'cursor-is-a-position': subtle(
      'The cursor is treated as a number of entities to skip, and not as an id.',
      editSelection((query, entities) => ({
        ...query,
        cursor:
          query.cursor === 0 ? 0 : (entities[query.cursor - 1]?.id ?? Number.MAX_SAFE_INTEGER),
      })),
    ),
    'cursor-must-exist': subtle(
      'A cursor that is not an existing id returns the first page.',
      editSelection((query, entities) =>
        entities.some(({ id }) => id === query.cursor) ? query : { ...query, cursor: 0 },
      ),
    ),
    'cursor-default-1': subtle(
      'The first entities are missing if a request has no cursor.',
      inPlatform(({ readQuery }) => ({
        readQuery: (call) => {
          const query = readQuery(call);
          return query === undefined || hasParameter('cursor', call.search)
            ? query
            : { ...query, cursor: HIGHEST_FIRST_ID };
        },
      })),
    ),
    'entity-of-the-cursor-joins-the-page': subtle(
      'The last entity of a later page is replaced by the last entity before the page.',
      editPage((page, { before }) => {
        const last = before.at(-1);
        return last === undefined || page.length < 2 ? page : [...page.slice(0, -1), last];
      }),
    ),
  }),
  ...platform('PLT-PAGE-5', {
    'unsorted-inside-a-page': subtle(
      'Entities of a page are not in order of their ids.',
      body((given) => ({
        ...given,
        Entities: Array.isArray(given.Entities) ? [...given.Entities].reverse() : given.Entities,
      })),
    ),
    'border-lost': subtle(
      'Every later page lacks the first entity after the cursor.',
      editSelection((query, entities) => {
        const first = entities.find(({ id }) => id > query.cursor)?.id;
        return query.cursor > 0 && first !== undefined ? { ...query, cursor: first } : query;
      }),
    ),
    'last-entity-lost': subtle(
      'The last entity of a collection is missing unless all entities are on one page.',
      editPage((page, { after, before }) =>
        after.length === 0 && before.length > 0 ? page.slice(0, -1) : page,
      ),
    ),
    'never-ends': subtle(
      '`next` of the last page is the first id of the collection, so the pages never end.',
      inPlatform(({ next }) => ({
        next: ({ page, before, after }, query) =>
          after.length === 0 && before.length > 0
            ? (before[0]?.id ?? 0)
            : next({ page, before, after }, query),
      })),
    ),
    'last-page-short': subtle(
      'The last page lacks its last entity, unless it has only one entity.',
      editPage((page, { after }) =>
        after.length === 0 && page.length > 1 ? page.slice(0, -1) : page,
      ),
    ),
    'third-page-short': subtle(
      'The third page lacks its second entity.',
      editPage((page, { before }, { limit }) =>
        before.length === 2 * limit ? page.filter((_, index) => index !== 1) : page,
      ),
    ),
  }),
  ...platform('PLT-PAGE-6', {
    'next-null-in-the-middle': subtle(
      '`next` is null from the second page on.',
      inPlatform(({ next }) => ({
        next: (window, query) => (query.cursor > 0 ? null : next(window, query)),
      })),
    ),
    'next-changes-its-reading': subtle(
      '`next` is the last id of the page on the first page, but the first id of the next page on later pages.',
      inPlatform(({ next }) => ({
        next: (window, query) =>
          query.cursor > 0 && window.after[0] ? window.after[0].id : next(window, query),
      })),
    ),
    'next-is-a-position': subtle(
      '`next` is the cursor plus the limit.',
      inPlatform(({ next }) => ({
        next: (window, query) =>
          window.after.length > 0 ? query.cursor + query.limit : next(window, query),
      })),
    ),
    'next-is-one-too-far': subtle(
      '`next` is one more than the first id of the next page.',
      inPlatform(({ next }) => ({
        next: (window, query) => (window.after[0] ? window.after[0].id + 1 : next(window, query)),
      })),
    ),
    'next-is-current': subtle(
      '`next` is the requested cursor.',
      inPlatform(({ next }) => ({
        next: (window, query) => (window.after.length > 0 ? query.cursor : next(window, query)),
      })),
    ),
    'next-zero-when-one-is-left': subtle(
      '`next` is 0 when less than a page is left.',
      inPlatform(({ next }) => ({
        next: (window, query) => (window.after.length < query.limit ? 0 : next(window, query)),
      })),
    ),
  }),
];
