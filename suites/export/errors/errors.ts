import type { Context } from '../../../src/harness/suite.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../ask.js';
import { check } from '../check.js';
import { UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { mistakeQuestions } from './mistakes-made.js';

/** The destination without data, in some ways to ask for it. */
const empty = (target: Context, ...ways: readonly ProductsQuestion[]): readonly ProductsQuestion[] =>
  ways.map((way) => ({ destination: exportOf(target).emptyDestination, ...way }));

/** The mistakes of the error table in either format. */
const inEitherFormat = async (context: Context): Promise<readonly ProductsQuestion[]> => [
  ...(await mistakeQuestions(context, PLAIN)),
  ...(await mistakeQuestions(context, JSON_API)),
];

/** What stands in the body of an error, and in its header. */
export const errors = [
  check({
    id: 'export.error.plain',
    clauses: ['EXP-ERR-1'],
    title: 'the mistakes of the error table, with Accept application/json and without Accept',
    requests: { least: 2, most: 10 },
    factless: async (context) =>
      (await mistakeQuestions(context, PLAIN)).toSpliced(1, 0, { accept: null, token: null }),
  }),
  check({
    id: 'export.error.no-data',
    clauses: ['EXP-ERR-2'],
    title: 'a destination without exported data, in the plain format',
    requests: { least: 1, most: 3 },
    needs: ['export.emptyDestination'],
    factless: (context) => empty(context, { accept: PLAIN }, { route: 'legacy', accept: PLAIN }, { accept: null }),
  }),
  check({
    id: 'export.error.jsonapi',
    clauses: ['EXP-ERR-3'],
    title: 'the mistakes of the error table, in the JSON:API format',
    requests: { least: 2, most: 9 },
    factless: (context) => mistakeQuestions(context, JSON_API),
  }),
  check({
    id: 'export.error.jsonapi-no-data',
    clauses: ['EXP-ERR-3', 'EXP-ERR-4'],
    title: 'a destination without exported data, in the JSON:API format',
    requests: 1,
    needs: ['export.emptyDestination'],
    factless: (context) => empty(context, {}),
    claims: (clause) => clause === 'EXP-ERR-2',
  }),
  check({
    id: 'export.error.titles',
    clauses: ['EXP-ERR-4'],
    title: 'titles and details of the mistakes of the error table',
    requests: { least: 2, most: 9 },
    factless: (context) => mistakeQuestions(context, JSON_API),
  }),
  check({
    id: 'export.error.route-path',
    clauses: ['EXP-ERR-5'],
    title: 'paths that name no route, with quotes, escapes and letters beyond ASCII',
    requests: { least: 1, most: 5 },
    take: { least: 2 },
    factless: () => UNKNOWN_PATHS.map((path) => ({ route: { path }, accept: PLAIN })),
    claims: (clause) => clause === 'EXP-ROUTE-8',
  }),
  check({
    id: 'export.error.media-type',
    clauses: ['EXP-ERR-6'],
    title: 'the mistakes of the error table, in either format',
    requests: { least: 2, most: 10 },
    factless: inEitherFormat,
  }),
  check({
    id: 'export.error.www-authenticate',
    clauses: ['EXP-ERR-7'],
    title: 'the mistakes of the error table that are answered 401, in either format',
    requests: { least: 2, most: 10 },
    factless: async (context) =>
      (await inEitherFormat(context)).filter(
        ({ route, token }) => (route === undefined || route === 'legacy') && token !== 'assay-foreign-token',
      ),
  }),
];
