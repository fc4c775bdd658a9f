import { askedBy } from '../../../src/harness/place.js';
import type { ExportTarget } from '../../../src/harness/suite.js';
import { DESTINATION_HEADER, PLAIN, pathOf } from '../../../src/protocol/export/question.js';
import { FIELDS, PATHS } from '../../../src/protocol/shapes/shapes.js';
import { exportOf } from '../ask.js';
import { checks } from '../check.js';
import { PLACES } from '../places.js';

/** The documented path of some products. */
export const productsPath = (route: 'v2' | 'legacy', { siteId, channelId, destination }: ExportTarget): string =>
  pathOf(route, String(siteId), String(channelId), String(destination?.id));

/** The path of products in the shapes that a check asks. */
export const pathsFor = (check: string, route: 'v2' | 'legacy', target: ExportTarget): readonly string[] =>
  askedBy(PLACES['path of products'], check, PATHS).map((shape) => PATHS[shape](productsPath(route, target)));

/** Other ways to the products, that what guards them may not know (EXP-AUTH-1). */
export const authPaths = checks({
  'EXP-AUTH-1 export.auth.path-without-token': {
    title: 'no token, with paths that a router may treat as the products path, and with headers that proxies trust',
    requests: { least: 2, most: 9 },
    factless(context) {
      const id = 'export.auth.path-without-token';
      const target = exportOf(context);
      const [slash = '', ...others] = pathsFor(id, 'v2', target);
      const fields = askedBy(PLACES['path of products'], id, FIELDS);
      const named = [DESTINATION_HEADER, String(target.destination?.id)] as const;
      return [
        { route: { path: slash } },
        { headers: fields.map((field) => FIELDS[field]) },
        ...others.map((path) => ({ route: { path } })),
        { route: { path: pathsFor(id, 'legacy', target)[0] ?? '' }, headers: [named] },
      ].map((question) => ({ ...question, token: null, accept: PLAIN }));
    },
  },
});
