import {
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  type Route,
} from '../../../src/protocol/export/question.js';
import type { ExportSettings } from '../topic.js';
import { UNKNOWN_PATHS } from './paths.js';

/**
 * Requests with the mistakes of the error table that need no optional setting, also on routes where
 * servers often forget to check. All requests have the same Accept. The budget limits their number,
 * but at least two are returned.
 */
export function withMistakes(
  { requests }: ExportSettings,
  accept: string,
  routes: readonly Route[] | undefined,
): readonly ProductsQuestion[] {
  // The third route, if there is one, is the legacy filtered route.
  const [, , filtered = 'legacy' as const] = routes ?? [];
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

export const inEitherFormat = (
  settings: ExportSettings,
  routes: readonly Route[] | undefined,
): readonly ProductsQuestion[] => [
  ...withMistakes(settings, PLAIN, routes),
  ...withMistakes(settings, JSON_API, routes),
];

/** Sends the requests to the destination without data. */
export const toEmpty = (
  { target }: ExportSettings,
  ...ways: readonly ProductsQuestion[]
): readonly ProductsQuestion[] =>
  ways.map((way) => ({ destination: target.emptyDestination, ...way }));
