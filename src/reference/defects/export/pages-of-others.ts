/**
 * Defects in which a firewall, a router or a framework returns an HTML page instead of a documented
 * error.
 */

import type { Change } from '../../behaviour.js';
import { answersOf } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const errors = defectsOf('export', 'export.errors');

const PAGE =
  '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Error</h1></body></html>';

/** Replaces the body of errors that contain `text` by an HTML page. */
const pageInsteadOf = (text: string): Change =>
  answersOf('export', (given) =>
    given.status >= 400 && given.body.includes(text)
      ? { ...given, headers: { ...given.headers, 'Content-Type': 'text/html' }, body: PAGE }
      : given,
  );

export const EXPORT_PAGES_OF_OTHERS: readonly Defect[] = [
  ...errors('EXP-AUTH-1', {
    // symfony/symfony: an entry point returns 401 with the page of the error handler.
    'missing-token-is-a-page': blatant(
      'A request without a token returns 401 with a page of HTML.',
      pageInsteadOf('Authentication token is required'),
    ),
  }),
  ...errors('EXP-AUTH-2', {
    'malformed-token-is-a-page': subtle(
      'A malformed token returns 401 with a page of HTML.',
      pageInsteadOf('Provided token format is invalid'),
    ),
  }),
  ...errors('EXP-ROUTE-8', {
    // laravel/framework: NotFoundHttpException is rendered as an HTML page unless the request
    // expects JSON.
    'unknown-route-is-a-page': blatant(
      'An unknown route returns 404 with a page of HTML.',
      pageInsteadOf('Requested route was not found'),
    ),
  }),
];
