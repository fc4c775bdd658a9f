import { only } from '../../../src/protocol/export/filter.js';
import { check } from '../check.js';

/** The v2 route and the legacy one: the same products. */
export const productRoutes = [
  check({
    id: 'export.route.v2',
    clauses: ['EXP-ROUTE-1'],
    title: 'the v2 route with a valid token',
    requests: 0,
    take: { least: 1 },
    lacking: 'the destination holds no product; load some, such as those of "assay data"',
    factless: () => [{}],
  }),
  check({
    id: 'export.route.legacy',
    clauses: ['EXP-ROUTE-2'],
    title: 'the whole list on the legacy route',
    requests: 1,
    questions({ range, spelling }) {
      const filter = range.keyRange === undefined ? {} : { filter: only(...range.keyRange), spelling };
      return [{ route: 'legacy', limit: range.pageSize, ...filter }];
    },
    claims: (_, { route }) => route === 'legacy',
  }),
];
