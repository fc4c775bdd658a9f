import { EMPTY } from '../ask.js';
import { checks } from '../check.js';

/** The v2 route and the legacy one: the same products. */
export const productRoutes = checks({
  'EXP-ROUTE-1 export.route.v2': {
    title: 'the v2 route with a valid token',
    requests: { least: 0, most: 2 },
    take: { least: 1 },
    again: { token: null },
    lacking: EMPTY,
    factless: () => [{}],
  },
  'EXP-ROUTE-2 export.route.legacy': {
    title: 'the whole list on the legacy route',
    requests: 1,
    // Of more than one page the last, which shows whether all of them are there.
    questions: ({ whole: { total, pageSize } }) => [
      { route: 'legacy', limit: pageSize, ...(total > pageSize ? { offset: total - pageSize } : {}) },
    ],
    claims: (_, { route }) => route === 'legacy',
  },
});
