import { EMPTY } from '../ask.js';
import { check } from '../check.js';

/** The v2 route and the legacy one: the same products. */
export const productRoutes = [
  check({
    id: 'export.route.v2',
    clauses: ['EXP-ROUTE-1'],
    title: 'the v2 route with a valid token',
    requests: { least: 0, most: 2 },
    take: { least: 1 },
    again: { token: null },
    lacking: EMPTY,
    factless: () => [{}],
  }),
  check({
    id: 'export.route.legacy',
    clauses: ['EXP-ROUTE-2'],
    title: 'the whole list on the legacy route',
    requests: 1,
    // Of more than one page the last, which shows whether all of them are there.
    questions: ({ whole: { total, pageSize } }) => [
      { route: 'legacy', limit: pageSize, ...(total > pageSize ? { offset: total - pageSize } : {}) },
    ],
    claims: (_, { route }) => route === 'legacy',
  }),
];
