import { expectStatus } from '../../../src/harness/index.js';
import { check } from '../check.js';
import { positiveControl } from '../judge/positive-control.js';
import { exportOf, PLAIN } from '../request/products-request.js';
import { askUnknown, belowProducts, UNKNOWN_PATHS } from './unknown-route.js';

/** Routes that do not exist. */
export const unknownRoutes = [
  // EXP-ROUTE-8: a route that does not exist answers 404 (EXP-ERR-5)
  check({
    id: 'export.route.unknown',
    clauses: ['EXP-ROUTE-8'],
    title: 'a route that does not exist answers 404',
    requests: { least: 1, most: 2 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const paths = context.take([UNKNOWN_PATHS[0], belowProducts(exportOf(context))]);
      for (const path of paths) expectStatus(await askUnknown(context, path), 404, `for ${path}`);
      return `404 for ${paths.join(' and ')}`;
    },
  }),
];
