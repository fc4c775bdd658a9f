/** Defects of the platform API in the members of a page and in the query parameters. */

import type { Change } from '../../behaviour.js';
import { PLATFORM_DEFAULT_LIMIT } from '../../document.js';
import type { Cursor, CursorQuery, Window } from '../../platform/behaviour.js';
import type { Entity } from '../../platform/index.js';
import { inPlatform } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isObject } from '../export/body.js';

const platform = defectsOf('platform', 'platform');

const body = (edit: (given: Record<string, unknown>) => Record<string, unknown>): Change =>
  inPlatform(({ body: healthy }) => ({ body: (...args) => edit(healthy(...args)) }));

const cursor = (
  edit: (given: Cursor, window: Window, query: CursorQuery) => Partial<Cursor>,
): Change =>
  inPlatform(({ cursor: healthy }) => ({
    cursor: (window, query, self) => {
      const given = healthy(window, query, self);
      return { ...given, ...edit(given, window, query) };
    },
  }));

/**
 * Edits the query that selects the entities of a page. `meta` still contains the requested limit
 * and cursor.
 */
const selectingBy = (
  edit: (query: CursorQuery, entities: readonly Entity[]) => CursorQuery,
): Change =>
  inPlatform(({ window }) => ({
    window: (entities, query) => window(entities, edit(query, entities)),
  }));

const hasParameter = (name: string, search: string): boolean =>
  new URLSearchParams(search).has(name);

const withDefaultLimit = (limit: number): Change =>
  inPlatform(({ readQuery }) => ({
    readQuery: (call) => {
      const query = readQuery(call);
      return query === undefined || hasParameter('limit', call.search)
        ? query
        : { ...query, limit };
    },
  }));

/** Refuses requests whose query string satisfies `when`. */
const refusing = (when: (search: string) => boolean): Change =>
  inPlatform(({ readQuery }) => ({
    readQuery: (call) => (when(call.search) ? undefined : readQuery(call)),
  }));

const idsAsTexts = (given: Cursor): Partial<Cursor> => ({
  current: String(given.current),
  prev: String(given.prev),
  next: String(given.next),
});

export const PLATFORM: readonly Defect[] = [
  ...platform('PLT-PAGE-1', {
    'success-missing': subtle(
      'The member `success` is missing.',
      body(({ success: _, ...given }) => given),
    ),
    'success-as-text': subtle(
      '`success` is a string.',
      body((given) => ({ ...given, success: 'true' })),
    ),
    'entities-in-lower-case': blatant(
      'The member `Entities` is named `entities`.',
      body(({ Entities, ...given }) => ({ ...given, entities: Entities })),
    ),
    'cursor-flattened': subtle(
      'The members of `meta.cursor` are members of `meta` instead.',
      body((given) => ({ ...given, meta: isObject(given.meta) ? given.meta.cursor : {} })),
    ),
    'ids-as-text': subtle('The ids in `meta.cursor` are strings.', cursor(idsAsTexts)),
    'single-entity-unwrapped': subtle(
      'If a page has one entity, `Entities` is this entity and not an array.',
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
      cursor((_, { page, before, after }) => ({
        count: page.length + before.length + after.length,
      })),
    ),
    'count-wrong-on-the-last-page': subtle(
      'On a last page that is not full, `count` is the limit.',
      cursor((given, { after, before }, query) =>
        after.length === 0 && before.length > 0 ? { count: query.limit } : given,
      ),
    ),
    'count-is-what-is-left': subtle(
      '`count` is the number of entities after this page.',
      cursor((_, { after }) => ({ count: after.length })),
    ),
  }),
  ...platform('PLT-PAGE-3', {
    'one-entity-too-many': subtle(
      'A page has one entity more than the limit.',
      selectingBy((query) => ({ ...query, limit: query.limit + 1 })),
    ),
    'limit-ignored': blatant(
      'Every page has 50 entities, whatever the limit.',
      selectingBy((query) => ({ ...query, limit: PLATFORM_DEFAULT_LIMIT })),
    ),
    'default-limit-100': subtle('The default limit is 100.', withDefaultLimit(100)),
    'default-limit-20': subtle('The default limit is 20.', withDefaultLimit(20)),
    'limit-1-is-no-limit': subtle(
      'A request with a limit of 1 returns up to 50 entities.',
      selectingBy((query) =>
        query.limit === 1 ? { ...query, limit: PLATFORM_DEFAULT_LIMIT } : query,
      ),
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
    'prev-is-the-id-before-previous': subtle(
      '`prev` is the greatest id below `previous`, whatever the page is, if `previous` is not an id.',
      cursor((given, { page, before, after }, { previous }) => {
        const ids = [...before, ...page, ...after].map(({ id }) => id);
        if (previous === 0 || ids.includes(previous)) return given;
        return { prev: ids.findLast((id) => id < previous) ?? 0 };
      }),
    ),
    'prev-is-1-at-the-start': subtle(
      '`prev` is 1 on the first page.',
      cursor((given, _, query) => (query.cursor === 0 ? { prev: 1 } : given)),
    ),
  }),
  ...platform('PLT-PAGE-10', {
    'post-answers-a-page': subtle(
      'POST returns a page.',
      inPlatform(({ methods }) => ({ methods: [...methods, 'POST'] })),
    ),
    'every-method-answers-a-page': subtle(
      'PUT, PATCH and DELETE return a page.',
      inPlatform(({ methods }) => ({ methods: [...methods, 'PUT', 'PATCH', 'DELETE'] })),
    ),
  }),
  ...platform('PLT-PAGE-11', {
    'previous-refused': subtle(
      'A request with `previous` is refused.',
      refusing((search) => hasParameter('previous', search)),
    ),
    'cursor-and-previous-refused': subtle(
      'A request with `cursor` and `previous` is refused.',
      refusing((search) => hasParameter('previous', search) && hasParameter('cursor', search)),
    ),
    'every-parameter-refused': blatant(
      'A request with any query parameter is refused.',
      refusing((search) => search !== ''),
    ),
    'cursor-alone-refused': subtle(
      'A request with `cursor` but without `limit` is refused.',
      refusing((search) => hasParameter('cursor', search) && !hasParameter('limit', search)),
    ),
    'limit-alone-refused': subtle(
      'A request with `limit` but without `cursor` is refused.',
      refusing((search) => hasParameter('limit', search) && !hasParameter('cursor', search)),
    ),
    'all-three-refused': subtle(
      'A request with `limit`, `cursor` and `previous` is refused.',
      refusing((search) =>
        ['limit', 'cursor', 'previous'].every((name) => hasParameter(name, search)),
      ),
    ),
  }),
];
