import type { Change } from '../behaviour.js';
import type { Cursor, CursorQuery, Window } from '../platform/behaviour.js';
import type { Entity } from '../platform/index.js';
import { inPlatform } from './change.js';
import { blatant, type Defect, subtle, topic } from './defect.js';
import { isObject } from './export-body.js';

const platform = topic('platform', 'platform');

const body = (edit: (given: Record<string, unknown>) => Record<string, unknown>): Change =>
  inPlatform(({ body: healthy }) => ({ body: (...about) => edit(healthy(...about)) }));

const cursor = (edit: (given: Cursor, window: Window, query: CursorQuery) => Partial<Cursor>): Change =>
  inPlatform(({ cursor: healthy }) => ({
    cursor: (window, query, self) => {
      const given = healthy(window, query, self);
      return { ...given, ...edit(given, window, query) };
    },
  }));

/** Edits the query before the window is cut; `meta` still says what was asked for. */
const cutBy = (edit: (query: CursorQuery, entities: readonly Entity[]) => CursorQuery): Change =>
  inPlatform(({ window }) => ({ window: (entities, query) => window(entities, edit(query, entities)) }));

/** Edits the entities that a page shows, and not what `meta` says about it. */
const shown = (edit: (page: readonly Entity[], window: Window, query: CursorQuery) => readonly Entity[]): Change =>
  inPlatform(({ window }) => ({
    window: (entities, query) => {
      const healthy = window(entities, query);
      return { ...healthy, page: edit(healthy.page, healthy, query) };
    },
  }));

const asked = (name: string, search: string): boolean => new URLSearchParams(search).has(name);

const defaultLimit = (limit: number): Change =>
  inPlatform(({ readQuery }) => ({
    readQuery: (call) => {
      const query = readQuery(call);
      return query === undefined || asked('limit', call.search) ? query : { ...query, limit };
    },
  }));

const refusing = (when: (search: string) => boolean): Change =>
  inPlatform(({ readQuery }) => ({ readQuery: (call) => (when(call.search) ? undefined : readQuery(call)) }));

const texts = (given: Cursor): Partial<Cursor> => ({
  current: String(given.current),
  prev: String(given.prev),
  next: String(given.next),
});

/** Cursor pagination. */
export const PLATFORM: readonly Defect[] = [
  ...platform('PLT-PAGE-1', {
    'success-missing': subtle(
      'There is no `success`.',
      body(({ success: _, ...given }) => given),
    ),
    'success-as-text': subtle(
      '`success` is a string.',
      body((given) => ({ ...given, success: 'true' })),
    ),
    'entities-in-lower-case': blatant(
      'The member is called `entities`.',
      body(({ Entities, ...given }) => ({ ...given, entities: Entities })),
    ),
    'cursor-flattened': subtle(
      '`meta` has the cursor’s members itself.',
      body((given) => ({ ...given, meta: isObject(given.meta) ? given.meta.cursor : {} })),
    ),
    'ids-as-text': subtle('The ids in `meta.cursor` are strings.', cursor(texts)),
    'single-entity-unwrapped': subtle(
      'A page of one entity has that entity instead of an array.',
      body((given) =>
        Array.isArray(given.Entities) && given.Entities.length === 1
          ? { ...given, Entities: given.Entities[0] }
          : given,
      ),
    ),
    'prev-null-on-the-first-page': subtle(
      '`prev` is null on the first page.',
      cursor((given) => (given.prev === 0 ? { prev: null } : {})),
    ),
  }),
  ...platform('PLT-PAGE-2', {
    'count-is-the-limit': subtle(
      '`count` is the limit.',
      cursor((_, __, query) => ({ count: query.limit })),
    ),
    'count-is-the-total': subtle(
      '`count` is the number of all entities.',
      cursor((_, { page, before, after }) => ({ count: page.length + before.length + after.length })),
    ),
    'count-wrong-on-the-last-page': subtle(
      'On a last page that is not full `count` is the limit.',
      cursor((given, { after, before }, query) =>
        after.length === 0 && before.length > 0 ? { count: query.limit } : given,
      ),
    ),
    'count-is-what-is-left': subtle(
      '`count` is the number of entities behind this page.',
      cursor((_, { after }) => ({ count: after.length })),
    ),
  }),
  ...platform('PLT-PAGE-3', {
    'one-entity-too-many': subtle(
      'A page has one entity more than the limit.',
      cutBy((query) => ({ ...query, limit: query.limit + 1 })),
    ),
    'limit-ignored': blatant(
      'Every page has 50 entities, whatever the limit.',
      cutBy((query) => ({ ...query, limit: 50 })),
    ),
    'default-limit-100': subtle('The default limit is 100.', defaultLimit(100)),
    'default-limit-20': subtle('The default limit is 20.', defaultLimit(20)),
    'limit-1-is-no-limit': subtle(
      'A limit of 1 is taken for none.',
      cutBy((query) => (query.limit === 1 ? { ...query, limit: 50 } : query)),
    ),
  }),
  ...platform('PLT-PAGE-4', {
    'cursor-inclusive': subtle(
      'A page begins with the entity of the cursor.',
      inPlatform(({ window }) => ({
        window: (entities, query) => window(entities, { ...query, cursor: Math.max(0, query.cursor - 1) }),
      })),
    ),
    'cursor-is-a-position': subtle(
      'The cursor is taken for a position.',
      cutBy((query, entities) => ({
        ...query,
        cursor: query.cursor === 0 ? 0 : (entities[query.cursor - 1]?.id ?? Number.MAX_SAFE_INTEGER),
      })),
    ),
    'cursor-must-exist': subtle(
      'A cursor that is nobody’s id starts from the beginning.',
      cutBy((query, entities) => (entities.some(({ id }) => id === query.cursor) ? query : { ...query, cursor: 0 })),
    ),
    'cursor-default-1': subtle(
      'Without a cursor the entity with the first id is left out.',
      inPlatform(({ readQuery }) => ({
        readQuery: (call) => {
          const query = readQuery(call);
          return query === undefined || asked('cursor', call.search) ? query : { ...query, cursor: 5 };
        },
      })),
    ),
    'entity-of-the-cursor-joins-the-page': subtle(
      'The last entity of a later page is the one of the cursor.',
      shown((page, { before }) => {
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
      'The first entity behind the cursor is lost on every later page.',
      cutBy((query, entities) => {
        const first = entities.find(({ id }) => id > query.cursor)?.id;
        return query.cursor > 0 && first !== undefined ? { ...query, cursor: first } : query;
      }),
    ),
    'last-entity-lost': subtle(
      'The last entity of a collection is lost unless it is all on one page.',
      shown((page, { after, before }) => (after.length === 0 && before.length > 0 ? page.slice(0, -1) : page)),
    ),
    'never-ends': subtle(
      'The last page leads to the first one again.',
      inPlatform(({ next }) => ({
        next: ({ page, before, after }, query) =>
          after.length === 0 && before.length > 0 ? (before[0]?.id ?? 0) : next({ page, before, after }, query),
      })),
    ),
    'third-page-short': subtle(
      'The third page of a walk is shown without its second entity.',
      shown((page, { before }, { limit }) =>
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
      '`next` is the last id of the first page, and from then on the first id of the next one.',
      inPlatform(({ next }) => ({
        next: (window, query) => (query.cursor > 0 && window.after[0] ? window.after[0].id : next(window, query)),
      })),
    ),
    'next-is-a-position': subtle(
      '`next` is the cursor plus the limit.',
      inPlatform(({ next }) => ({
        next: (window, query) => (window.after.length > 0 ? query.cursor + query.limit : next(window, query)),
      })),
    ),
    'next-is-one-too-far': subtle(
      '`next` is one more than the first id of the next page.',
      inPlatform(({ next }) => ({
        next: (window, query) => (window.after[0] ? window.after[0].id + 1 : next(window, query)),
      })),
    ),
    'next-is-current': subtle(
      '`next` is the cursor that was asked for.',
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
  ...platform('PLT-PAGE-7', {
    'current-always-0': subtle(
      '`current` is always 0.',
      cursor(() => ({ current: 0 })),
    ),
    'current-is-the-first-id': subtle(
      '`current` is the first id of the page.',
      cursor((given, { page }) => ({ current: page[0]?.id ?? given.current })),
    ),
    'current-is-the-last-id': subtle(
      '`current` is the last id of the page.',
      cursor((given, { page }) => ({ current: page.at(-1)?.id ?? given.current })),
    ),
  }),
  ...platform('PLT-PAGE-8', {
    'prev-is-next': subtle(
      '`prev` is the same as `next`.',
      cursor(({ next }) => ({ prev: next ?? 0 })),
    ),
    'prev-is-the-first-id': subtle(
      '`prev` is the first id of the page.',
      cursor((given, { page }) => ({ prev: page[0]?.id ?? given.prev })),
    ),
    'prev-is-1-at-the-start': subtle(
      '`prev` is 1 on the first page.',
      cursor((given, _, query) => (query.cursor === 0 ? { prev: 1 } : given)),
    ),
  }),
  ...platform('PLT-PAGE-10', {
    'post-answers-a-page': subtle(
      'POST answers a page.',
      inPlatform(({ methods }) => ({ methods: [...methods, 'POST'] })),
    ),
    'every-method-answers-a-page': subtle(
      'PUT, PATCH and DELETE answer a page.',
      inPlatform(({ methods }) => ({ methods: [...methods, 'PUT', 'PATCH', 'DELETE'] })),
    ),
  }),
  ...platform('PLT-PAGE-11', {
    'previous-refused': subtle(
      '`previous` is refused.',
      refusing((search) => asked('previous', search)),
    ),
    'cursor-and-previous-refused': subtle(
      '`cursor` and `previous` are refused together.',
      refusing((search) => asked('previous', search) && asked('cursor', search)),
    ),
    'all-three-refused': subtle(
      '`limit`, `cursor` and `previous` are refused together.',
      refusing((search) => ['limit', 'cursor', 'previous'].every((name) => asked(name, search))),
    ),
  }),
];
