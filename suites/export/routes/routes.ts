import {
  askedBy,
  broken,
  describeAnswer,
  deviates,
  type ExportTarget,
  skip,
} from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, pathOf } from '../../../src/protocol/export/question.js';
import { INTEGERS, PATHS } from '../../../src/protocol/shapes/shapes.js';
import { PLACES } from '../places.js';
import { checks, EMPTY, exportOf, requestProducts, tryPage } from '../survey/ask.js';
import { filteredRoute } from '../survey/filtered-route.js';

/** The documented path of some products. */
const productsPath = (
  route: 'v2' | 'legacy',
  { siteId, channelId, destination }: ExportTarget,
): string => pathOf(route, String(siteId), String(channelId), String(destination?.id));

/** The path of products in the shapes that a check asks. */
export const pathsFor = (
  check: string,
  route: 'v2' | 'legacy',
  target: ExportTarget,
): readonly string[] =>
  askedBy(PLACES['path of products'], check, PATHS).map((shape) =>
    PATHS[shape](productsPath(route, target)),
  );

const ROOT = { route: 'root' } as const;

/**
 * Paths that name no route, plain and odd, already percent-encoded. None has two, four or seven
 * segments, raw or decoded, for those could name a route with odd ids.
 */
export const UNKNOWN_PATHS = [
  '/Assay/Unknown/Route',
  '/assay/no/such/%22quoted%22/route',
  '/assay/no/such/a%2Fb/route',
  '/assay/no/such/%C3%A9%E4%BD%A0/route',
  '/sites/1/channels',
] as const;

const WIDE = INTEGERS['wide by 2^32'];

/**
 * The welcome page, the routes to products, and what is no route: a target may have some of its
 * own, but none that gives products.
 */
export const routes = checks({
  'EXP-ROOT-1 export.root.status': {
    title: 'GET of the base URL',
    requests: 1,
    withoutFacts: () => [ROOT],
  },
  'EXP-ROOT-2 export.root.greeting': {
    title: 'the body of the welcome page',
    withoutFacts: () => [ROOT],
  },
  'EXP-ROOT-3 export.root.token-ignored': {
    title: 'the welcome page without a token, and with a malformed, a valid and an unknown one',
    requests: { least: 1, most: 3 },
    async run(context) {
      const bare = await requestProducts(context, ROOT);
      const own = context.target.export?.destination?.token ?? '';
      const tokens = { malformed: 'not.a/token', valid: own, foreign: 'no-such-token-0123456789' };
      const asked = context.budget.take(Object.entries(tokens));
      for (const [name, token] of asked) {
        const answer = await requestProducts(context, { ...ROOT, token });
        if (answer.status === bare.status && answer.body.equals(bare.body)) continue;
        // A page that differs from one moment to the next differs without a token as well.
        const again = await requestProducts(context, ROOT, { fresh: true });
        if (answer.status === bare.status && !again.body.equals(bare.body)) continue;
        deviates(
          `the same response as without a token, with a ${name} token`,
          describeAnswer(answer),
          bare,
          answer,
        );
      }
      if (bare.status !== 200)
        skip(
          'prerequisite',
          `the welcome page must return 200, but returns ${describeAnswer(bare)}`,
        );
      return `the same response without a token and with a ${asked.map(([name]) => name).join(', ')} one`;
    },
  },
  'EXP-ROUTE-1 export.route.v2': {
    title: 'the v2 route with a valid token',
    requests: { least: 0, most: 2 },
    take: { least: 1 },
    repeat: { token: null },
    lacking: EMPTY,
    withoutFacts: () => [{}],
  },
  'EXP-ROUTE-2 export.route.legacy': {
    title: 'the whole list on the legacy route',
    requests: 1,
    // Of more than one page the last, which shows whether all of them are there.
    questions: ({ whole: { total, pageSize } }) => [
      {
        route: 'legacy',
        limit: pageSize,
        ...(total > pageSize ? { offset: total - pageSize } : {}),
      },
    ],
    alsoOwns: (_, { route }) => route === 'legacy',
  },
  'EXP-ROUTE-8 export.route.unknown': {
    title: 'unknown paths, including prefixes and extensions of the products path',
    requests: { least: 1, most: 6 },
    withoutFacts(context) {
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
        'both beyond 32 bits': {
          siteId: WIDE(String(siteId)),
          channelId: WIDE(String(channelId)),
          limit: 1,
        },
      };
    },
    odd: (answer) =>
      (tryPage(answer)?.records.length ?? 0) > 0 ? 'returns product data' : broken(answer),
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
      Object.fromEntries(
        ['DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'].map((method) => [method, { method }]),
      ),
    // 501 refuses a method, and 502 to 504 say nothing of it.
    odd: ({ ok, status, request }) =>
      request.method !== 'OPTIONS' && (ok || status === 500)
        ? `returns ${status} on a read-only API`
        : undefined,
  },
});
