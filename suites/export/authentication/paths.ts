import { askedBy } from '../../../src/harness/place.js';
import type { ExportTarget } from '../../../src/harness/suite.js';
import { DESTINATION_HEADER, PLAIN, type ProductsQuestion, pathOf } from '../../../src/protocol/export/question.js';
import { FIELDS, PATHS } from '../../../src/protocol/shapes/shapes.js';
import { checks, exportOf } from '../ask.js';
import { PLACES } from '../places.js';

/** The documented path of some products. */
export const productsPath = (route: 'v2' | 'legacy', { siteId, channelId, destination }: ExportTarget): string =>
  pathOf(route, String(siteId), String(channelId), String(destination?.id));

/** The path of products in the shapes that a check asks. */
export const pathsFor = (check: string, route: 'v2' | 'legacy', target: ExportTarget): readonly string[] =>
  askedBy(PLACES['path of products'], check, PATHS).map((shape) => PATHS[shape](productsPath(route, target)));

const legacy = (destinationId: string | null): ProductsQuestion => ({
  route: 'legacy',
  destinationId,
  accept: PLAIN,
  limit: 1,
});

/** Other ways to the products, that what guards them may not know (EXP-AUTH-1), and what is left open of tokens and destinations. */
export const authPaths = checks({
  'EXP-AUTH-1 export.auth.path-without-token': {
    title: 'no token, with paths that a router may treat as the products path, and with headers that proxies trust',
    requests: { least: 1, most: 9 },
    factless(context) {
      const id = 'export.auth.path-without-token';
      const target = exportOf(context);
      const fields = askedBy(PLACES['path of products'], id, FIELDS);
      const named = [DESTINATION_HEADER, String(target.destination?.id)] as const;
      return [
        { headers: fields.map((field) => FIELDS[field]) },
        ...pathsFor(id, 'v2', target).map((path) => ({ route: { path } })),
        { route: { path: pathsFor(id, 'legacy', target)[0] ?? '' }, headers: [named] },
      ].map((question) => ({ ...question, token: null, accept: PLAIN }));
    },
  },
  'EXP-AUTH-10 export.auth.two-mistakes': {
    title: 'requests with several mistakes: which error is returned',
    requests: 3,
    shows: 'error returned for several mistakes',
    cases: () => ({
      'legacy without token and destination': { ...legacy(null), token: null },
      'legacy with malformed token and destination': { ...legacy('abc'), token: 'a.b' },
      'v2 of an unknown destination without token': { token: null, destinationId: '999999999', accept: PLAIN },
    }),
  },
  'EXP-AUTH-11 export.auth.borderline': {
    title: 'borderline destination ids and an empty token',
    requests: { least: 2, most: 6 },
    shows: 'borderline destination ids and an empty token',
    cases(context) {
      const id = exportOf(context).destination?.id;
      const ids = ['-1', '0', `${id}.0`, `00${id}`, '99999999999999999999'];
      return {
        'an empty token': { token: '', accept: PLAIN, limit: 1 },
        ...Object.fromEntries(ids.map((written) => [`destination ${written}`, legacy(written)])),
      };
    },
  },
});
