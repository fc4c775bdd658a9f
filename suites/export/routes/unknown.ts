import { PLAIN } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { pathsFor, productsPath } from '../authentication/paths.js';
import { checks } from '../check.js';
import { UNKNOWN_PATHS } from './unknown-route.js';

/** Routes that do not exist: a target may have some of its own near the products, but none that gives them. */
export const unknownRoutes = checks({
  'EXP-ROUTE-8 export.route.unknown': {
    title: 'unknown paths, including prefixes and extensions of the products path',
    requests: { least: 1, most: 6 },
    factless(context) {
      const target = exportOf(context);
      const around = pathsFor('export.route.unknown', 'v2', target);
      return [UNKNOWN_PATHS[0], ...around, `${productsPath('legacy', target)}/id`].map((path) => ({
        route: { path },
        accept: PLAIN,
      }));
    },
  },
});
