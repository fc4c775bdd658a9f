/**
 * Variants of the platform API: correct servers that differ from the reference server, as other
 * authors might write them. Each option is a variant, and two variants combine several options.
 */

import type { Change } from '../behaviour.js';
import { answersOf, inPlatform, jsonOf } from '../defects/change.js';
import { isObject } from '../defects/export/body.js';
import type { PlatformBehaviour } from '../platform/index.js';
import { json } from '../wire/answer.js';
import { changes, type Variant, variants } from './variant.js';

/** Replaces the function that computes `prev`. */
const prev = (replacement: PlatformBehaviour['prev']): Change =>
  inPlatform(() => ({ prev: replacement }));

/** Edits each entity on every page. */
const entities = (
  edit: (entity: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Change =>
  jsonOf('platform', (body) =>
    isObject(body) && Array.isArray(body.Entities)
      ? {
          ...body,
          Entities: body.Entities.map((record: Readonly<Record<string, unknown>>) => edit(record)),
        }
      : undefined,
  );

const MAX_INT_32 = 2 ** 31 - 1;
const BEYOND_32_BITS = 3_000_000_000;

type Option = readonly [sentence: string, change: Change, warns?: readonly string[]];

/** Each option has a description, a change, and optionally the clauses whose checks warn. */
const OPTIONS = {
  // The PHP library Fractal returns `previous` in this way.
  'prev-echoes-previous': [
    '`prev` is the value of `previous` in the request.',
    prev((_, { previous }) => previous),
  ],
  'prev-always-0': ['`prev` is always 0.', prev(() => 0)],
  'prev-starts-the-page-before': [
    '`prev` is the first id of the previous page.',
    prev(({ before }, { limit }) => before.at(-limit)?.id ?? before[0]?.id ?? 0),
  ],
  'prev-leads-to-the-page-before': [
    '`prev` is the cursor of the previous page; 0 on the second page.',
    prev(({ before }, { limit }) => before.at(-limit - 1)?.id ?? 0),
  ],
  'prev-is-the-cursor': ['`prev` is the requested cursor.', prev((_, { cursor }) => cursor)],
  'ids-as-text': [
    'The ids of entities are strings.',
    entities((record) => ({ ...record, id: String(record.id) })),
  ],
  wrapped: [
    'Each entity is the member `Project` of an object.',
    entities((record) => ({ Project: record })),
    ['PLT-PAGE-1'],
  ],
  'other-arrays-beside': [
    'Pages have other arrays beside `Entities`.',
    jsonOf('platform', (body) =>
      isObject(body) && 'Entities' in body
        ? { errors: [], links: [{ rel: 'self' }], ...body }
        : undefined,
    ),
  ],
  'meta-with-more': [
    '`meta` and `meta.cursor` have more members.',
    jsonOf('platform', (body) =>
      isObject(body) && isObject(body.meta) && isObject(body.meta.cursor)
        ? {
            ...body,
            meta: { total: null, cursor: { ...body.meta.cursor, limit: '50', hasMore: true } },
          }
        : undefined,
    ),
  ],
  'large-cursors-refused': [
    'A cursor or `previous` beyond 32 bits is refused.',
    inPlatform(({ readQuery }) => ({
      readQuery: (call) => {
        const query = readQuery(call);
        return query === undefined || Math.max(query.cursor, query.previous) > MAX_INT_32
          ? undefined
          : query;
      },
    })),
  ],
  'past-the-end-is-404': [
    'A request for a page past the end returns 404.',
    answersOf('platform', (given) => {
      if (given.status !== 200) return given;
      const page: unknown = JSON.parse(given.body.toString());
      if (!isObject(page) || !isObject(page.meta) || !isObject(page.meta.cursor)) return given;
      const isEmpty = Array.isArray(page.Entities) && page.Entities.length === 0;
      return isEmpty && page.meta.cursor.current !== 0
        ? json(404, { success: false, message: 'There is no such page' })
        : given;
    }),
  ],
  'past-the-end-begins-anew': [
    'A cursor past the end is treated as 0.',
    inPlatform(({ window }) => ({
      window: (all, query) => {
        const isBeyond = all.every(({ id }) => id < query.cursor);
        return window(all, isBeyond ? { ...query, cursor: 0 } : query);
      },
    })),
  ],
  'past-the-end-is-the-last-page': [
    'A cursor past the end returns the last entities.',
    inPlatform(({ window }) => ({
      window: (all, query) => {
        const isBeyond = all.every(({ id }) => id < query.cursor);
        return window(
          all,
          isBeyond ? { ...query, cursor: all.at(-1 - query.limit)?.id ?? 0 } : query,
        );
      },
    })),
  ],
  'current-ends-with-the-collection': [
    'Past the end `current` is the last id.',
    inPlatform(({ cursor }) => ({
      cursor: (window, query, self) => ({
        ...cursor(window, query, self),
        ...(window.page.length === 0 && query.cursor > 0
          ? { current: window.before.at(-1)?.id ?? 0 }
          : {}),
      }),
    })),
  ],
  'entities-come': [
    'A new entity appears with every tenth page.',
    inPlatform(({ window }) => {
      let pages = 0;
      return {
        window: (all, query) => {
          pages += 1;
          const last = all.at(-1);
          if (last === undefined) return window(all, query);
          const added = Array.from({ length: Math.floor(pages / 10) }, (_, at) => ({
            ...last,
            id: last.id + 3 * (at + 1),
          }));
          return window([...all, ...added], query);
        },
      };
    }),
  ],
  'ids-beyond-32-bits': [
    'Ids are larger than 32 bits.',
    inPlatform(({ window }) => ({
      window: (all, query) =>
        window(
          all.map((entity) => ({ ...entity, id: entity.id + BEYOND_32_BITS })),
          query,
        ),
    })),
  ],
} as const satisfies Readonly<Record<string, Option>>;

type OptionName = keyof typeof OPTIONS;

const combined = (...names: readonly OptionName[]): Change =>
  changes(...names.map((name) => OPTIONS[name][1]));

export const PLATFORM_SERVERS: readonly Variant[] = [
  ...variants(
    'platform',
    Object.fromEntries(
      Object.entries<Option>(OPTIONS).map(([name, [sentence, behaviour, warns = []]]) => [
        name,
        [sentence, { behaviour }, warns] as const,
      ]),
    ),
  ),
  ...variants('platform', {
    'fractal-at-once': [
      '`prev` is the requested `previous`, ids are strings, `meta` has more members, large cursors are refused, and `next` is null at the end.',
      {
        dialect: { end: 'null' },
        behaviour: combined(
          'prev-echoes-previous',
          'ids-as-text',
          'meta-with-more',
          'large-cursors-refused',
        ),
      },
      ['PLT-PAGE-1'],
    ],
    'typed-at-once': [
      'Entities are wrapped, pages have other arrays, ids are beyond 32 bits, and `next` is the first id of the next page.',
      {
        dialect: { next: 'first-of-next', end: 'last-id' },
        behaviour: combined(
          'ids-beyond-32-bits',
          'wrapped',
          'other-arrays-beside',
          'prev-starts-the-page-before',
        ),
      },
      ['PLT-PAGE-1'],
    ],
  }),
];
