import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportGiven, ExportSettings } from '../topic.js';
import { UNKNOWN_PATHS } from './paths.js';

/**
 * A check tests the legacy filtered route only if it may send at least this number of requests. It
 * must first learn a column and a value for the path of this route from responses.
 */
const FILTERED_FROM = 7;

/**
 * Requests with the mistakes of the error table that need no optional setting, also on routes where
 * servers often forget to check. All requests have the same Accept. The budget limits their number,
 * but at least two are returned.
 */
export function withMistakes(given: ExportGiven, accept: string): readonly ProductsQuestion[] {
  const { requests } = given.settings;
  // The third route, if there is one, is the legacy filtered route.
  const [, , filtered = 'legacy' as const] = requests < FILTERED_FROM ? [] : given.routes;
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
  return mistakes.slice(0, Math.max(2, requests)).map((mistake) => ({ accept, ...mistake }));
}

/** The requests of `withMistakes` in the plain and in the JSON:API format. */
export const inEitherFormat = (given: ExportGiven): readonly ProductsQuestion[] => [
  ...withMistakes(given, PLAIN),
  ...withMistakes(given, JSON_API),
];

/** Sends the requests to the destination without data. */
export const toEmpty = (
  { target }: ExportSettings,
  ...ways: readonly ProductsQuestion[]
): readonly ProductsQuestion[] =>
  ways.map((way) => ({ destination: target.emptyDestination, ...way }));
