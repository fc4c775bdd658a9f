import { PLAIN } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';
import { aboveProducts, belowProducts, UNKNOWN_PATHS } from './unknown-route.js';

/** Routes that do not exist. */
export const unknownRoutes = [
  check({
    id: 'export.route.unknown',
    clauses: ['EXP-ROUTE-8'],
    title: 'paths that name no route, below and above the products too',
    requests: { least: 1, most: 3 },
    factless: (context) =>
      [UNKNOWN_PATHS[0], belowProducts(exportOf(context)), aboveProducts(exportOf(context))].map((path) => ({
        route: { path },
        accept: PLAIN,
      })),
  }),
];
