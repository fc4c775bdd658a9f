/** Variants of the platform API: walks, limits and authentication. */

import { inPlatform } from '../defects/change.js';
import type { Dialect } from '../dialect.js';
import { type Variant, variants } from './variant.js';

const MEANINGS_OF_NEXT: readonly Dialect['next'][] = ['last-of-page', 'first-of-next'];
const ENDS: readonly Dialect['end'][] = ['zero', 'null', 'last-id', 'empty-page'];

const walks: readonly Variant[] = MEANINGS_OF_NEXT.flatMap((next) =>
  ENDS.map((end) => ({
    id: `platform.${next}-and-${end}`,
    sentence: `\`next\` is the ${next.replaceAll('-', ' ')}, and the end of a walk is ${end.replace('-', ' ')}.`,
    options: { dialect: { next, end } },
    warns: end === 'null' ? ['PLT-PAGE-1'] : [],
  })),
);

export const PLATFORM: readonly Variant[] = [
  ...walks,
  ...variants('platform', {
    'entities-with-more': [
      'Entities and pages have more members.',
      {
        behaviour: inPlatform(({ body }) => ({
          body: (page, cursor, query) => ({
            ...body(
              page.map((entity) => ({ ...entity, active: true, parent: null })),
              cursor,
              query,
            ),
            message: '',
          }),
        })),
      },
    ],
    'prev-believes-nobody': [
      '`prev` is the id before the page; `previous` is ignored.',
      {
        behaviour: inPlatform(() => ({
          prev: ({ before }, { cursor }) => (cursor === 0 ? 0 : (before.at(-1)?.id ?? 0)),
        })),
      },
    ],
    'large-limits-refused': [
      'A limit of more than 50 is refused.',
      {
        behaviour: inPlatform(({ readQuery }) => ({
          readQuery: (call) => {
            const query = readQuery(call);
            return query === undefined || query.limit > 50 ? undefined : query;
          },
        })),
      },
    ],
    'large-limits-cut': [
      'A limit of more than 60 is treated as 60.',
      {
        behaviour: inPlatform(({ window }) => ({
          window: (entities, query) =>
            window(entities, { ...query, limit: Math.min(query.limit, 60) }),
        })),
      },
    ],
    'open-to-everybody': ['The platform API requires no authentication.', { platformHeaders: {} }],
    'other-header': [
      'The platform API requires another header.',
      { platformHeaders: { Authorization: 'Bearer plt-0aF3' } },
    ],
    'methods-404': [
      'Methods other than GET return 404.',
      {
        behaviour: inPlatform(({ problem }) => ({
          problem: (status, message) => problem(status === 405 ? 404 : status, message),
        })),
      },
    ],
  }),
];
