import { broken } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN } from '../../../src/protocol/export/question.js';
import { INTEGERS } from '../../../src/protocol/shapes/shapes.js';
import { checks, exportOf, tryPage } from '../ask.js';
import { pathsFor, productsPath } from '../authentication/paths.js';
import { filteredRoute } from '../survey/filtered-route.js';

/**
 * Paths that name no route, plain and odd, already percent-encoded. None has two, four or seven segments, raw or
 * decoded, for those could name a route with odd ids.
 */
export const UNKNOWN_PATHS = [
  '/Assay/Unknown/Route',
  '/assay/no/such/%22quoted%22/route',
  '/assay/no/such/a%2Fb/route',
  '/assay/no/such/%C3%A9%E4%BD%A0/route',
  '/sites/1/channels',
] as const;

const WIDE = INTEGERS['wide by 2^32'];

/** Routes that do not exist: a target may have some of its own near the products, but none that gives them. And what is left open. */
export const otherRoutes = checks({
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
  'EXP-ROUTE-10 export.route.borderline-ids': {
    title: 'ids in the path that are not integers, and an unknown destination',
    requests: { least: 2, most: 4 },
    shows: 'results of ids that the document does not specify',
    cases: () => ({
      'destination 999999999': { destinationId: '999999999' },
      'site abc': { siteId: 'abc' },
      'channel abc': { channelId: 'abc' },
      'destination abc': { destinationId: 'abc' },
    }),
  },
  'EXP-ROUTE-11 export.route.foreign-ids': {
    title: 'a site or channel that the destination does not belong to',
    requests: { least: 2, most: 3 },
    shows: 'response for another site or channel',
    cases(context) {
      const { siteId = 0, channelId = 0 } = exportOf(context);
      return {
        'another site': { siteId: String(siteId + 7919), limit: 1 },
        'another channel': { channelId: String(channelId + 7919), limit: 1 },
        'both beyond 32 bits': { siteId: WIDE(String(siteId)), channelId: WIDE(String(channelId)), limit: 1 },
      };
    },
    odd: (answer) => ((tryPage(answer)?.records.length ?? 0) > 0 ? 'returns product data' : broken(answer)),
  },
  'EXP-ROUTE-6 export.route.filtered-filters': {
    title: 'filters on the legacy filtered route',
    requests: 1,
    shows: 'effect of filters on the legacy filtered route',
    async cases(context) {
      const route = await filteredRoute(context);
      const filter = only(where(route.column, '!=', route.value));
      return { 'filters that exclude the value of the path': { route, filter, limit: 1 } };
    },
  },
  'EXP-ROUTE-9 export.route.methods': {
    title: 'methods other than GET on the products path',
    requests: { least: 2, most: 5 },
    permission: 'unsafeMethods',
    shows: 'responses to methods other than GET',
    cases: () =>
      Object.fromEntries(['DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'].map((method) => [method, { method }])),
    // 501 refuses a method, and 502 to 504 say nothing of it.
    odd: ({ ok, status, request }) =>
      request.method !== 'OPTIONS' && (ok || status === 500) ? `returns ${status} on a read-only API` : undefined,
  },
});
