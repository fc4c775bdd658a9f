import { deviates, expectStatus } from '../../../src/harness/index.js';
import { httpRequest, PLAIN } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';
import { positiveControl } from '../judge/positive-control.js';
import { tryPage } from '../product-page.js';
import { aboveProducts, askUnknown, belowProducts, UNKNOWN_PATHS } from './unknown-route.js';

/** Routes that do not exist. */
export const unknownRoutes = [
  check({
    id: 'export.route.unknown',
    clauses: ['EXP-ROUTE-8'],
    title: 'a route that does not exist answers 404',
    requests: { least: 1, most: 3 },
    async run(context) {
      await positiveControl(context, { accept: PLAIN });
      const target = exportOf(context);
      const paths = context.budget.take([UNKNOWN_PATHS[0], belowProducts(target)]);
      for (const path of paths) expectStatus(await askUnknown(context, path), 404, `for ${path}`);
      for (const path of context.budget.take([aboveProducts(target)], { besides: paths.length })) {
        const answer = await context.ask(httpRequest(target, { route: { path }, accept: PLAIN }));
        const given = tryPage(answer)?.records.length ?? 0;
        if (given > 0) deviates(`404 for ${path}`, `${given} products`, answer);
      }
      return `404 for ${paths.join(' and ')}`;
    },
  }),
];
