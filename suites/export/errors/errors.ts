import type { Context } from '../../../src/harness/suite.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { UNKNOWN_PATHS } from '../routes/routes.js';
import { checks, exportOf } from '../survey/ask.js';
import { routesOf } from '../survey/filtered-route.js';

/**
 * One way to meet each error of the table that needs no optional configuration, and some on routes
 * that are easily forgotten: in one format, as many as the budget has room for.
 */
async function withMistakes(
  context: Context,
  accept: string,
): Promise<readonly ProductsQuestion[]> {
  const most = Math.max(2, context.budget.requests);
  const [, , filtered = 'legacy' as const] = most > 6 ? await routesOf(context) : [];
  const mistakes: readonly ProductsQuestion[] = [
    { token: null },
    { route: { path: UNKNOWN_PATHS[0] } },
    { token: 'assay.malformed' },
    { token: 'assay-foreign-token' },
    { route: 'legacy', destinationId: null },
    { route: 'legacy', destinationId: 'abc' },
    { route: filtered, token: null },
    { route: 'legacy', token: 'assay.malformed' },
    { route: 'legacy', token: 'assay-foreign-token' },
  ];
  return mistakes.slice(0, most).map((mistake) => ({ accept, ...mistake }));
}

/** The destination without data, in some ways to ask for it. */
const empty = (
  target: Context,
  ...ways: readonly ProductsQuestion[]
): readonly ProductsQuestion[] =>
  ways.map((way) => ({ destination: exportOf(target).emptyDestination, ...way }));

/** The mistakes of the error table in either format. */
const inEitherFormat = async (context: Context): Promise<readonly ProductsQuestion[]> => [
  ...(await withMistakes(context, PLAIN)),
  ...(await withMistakes(context, JSON_API)),
];

/** What stands in the body of an error, and in its header. */
export const errors = checks({
  'EXP-ERR-1 export.error.plain': {
    title: 'the mistakes of the error table, with Accept application/json and without Accept',
    requests: { least: 2, most: 10 },
    withoutFacts: async (context) =>
      (await withMistakes(context, PLAIN)).toSpliced(1, 0, { accept: null, token: null }),
  },
  'EXP-ERR-2 export.error.no-data': {
    title: 'a destination without exported data, in the plain format',
    requests: { least: 1, most: 3 },
    needs: ['export.emptyDestination'],
    withoutFacts: (context) =>
      empty(context, { route: 'legacy', accept: PLAIN }, { accept: PLAIN }, { accept: null }),
  },
  'EXP-ERR-3 export.error.jsonapi': {
    title: 'the mistakes of the error table, in the JSON:API format',
    requests: { least: 2, most: 9 },
    withoutFacts: (context) => withMistakes(context, JSON_API),
  },
  'EXP-ERR-3 EXP-ERR-4 export.error.jsonapi-no-data': {
    title: 'a destination without exported data, in the JSON:API format',
    requests: 1,
    needs: ['export.emptyDestination'],
    withoutFacts: (context) => empty(context, {}),
    alsoOwns: (clause) => clause === 'EXP-ERR-2',
  },
  'EXP-ERR-4 export.error.titles': {
    title: 'the mistakes of the error table: title and detail',
    requests: { least: 2, most: 9 },
    withoutFacts: (context) => withMistakes(context, JSON_API),
  },
  'EXP-ERR-5 export.error.route-path': {
    title: 'unknown paths with quotes, escapes and non-ASCII letters',
    requests: { least: 1, most: 5 },
    take: { least: 2 },
    withoutFacts: () => UNKNOWN_PATHS.map((path) => ({ route: { path }, accept: PLAIN })),
    alsoOwns: (clause) => clause === 'EXP-ROUTE-8',
  },
  'EXP-ERR-6 export.error.media-type': {
    title: 'the mistakes of the error table, in both formats',
    requests: { least: 2, most: 10 },
    // Other checks ask most of them too.
    take: { sharedRequests: 8 },
    withoutFacts: inEitherFormat,
  },
  'EXP-ERR-7 export.error.www-authenticate': {
    title: 'the mistakes of the error table that return 401, in both formats',
    requests: { least: 2, most: 4 },
    // Other checks ask most of them too.
    take: { sharedRequests: 6 },
    withoutFacts: async (context) =>
      (await inEitherFormat(context)).filter(
        ({ route, token }) =>
          (route === undefined || route === 'legacy') && token !== 'assay-foreign-token',
      ),
  },
});
