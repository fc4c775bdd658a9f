/** Defects of the export API in the form and texts of errors. */

import type { Problem } from '../../export/index.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { problem } from './change.js';

const errors = defectsOf('export', 'export.errors');

/**
 * Edits error bodies in plain format, an object with the member `error` or `message`. If `edit`
 * returns undefined, the body stays unchanged.
 */
const plain = (edit: (given: Problem) => unknown) =>
  inExport(({ problemBody }) => ({
    problemBody: (given, format) =>
      (format === 'json' ? edit(given) : undefined) ?? problemBody(given, format),
  }));

/**
 * Edits error bodies in JSON:API format, an object with the member `errors`. If `edit` returns
 * undefined, the body stays unchanged.
 */
const jsonApi = (edit: (given: Problem) => unknown) =>
  inExport(({ problemBody }) => ({
    problemBody: (given, format) =>
      (format === 'json-api' ? edit(given) : undefined) ?? problemBody(given, format),
  }));

/**
 * Edits the header fields of errors. A field for which `edit` returns an empty value is removed.
 */
const headers = (edit: (given: Problem, format: string) => Record<string, string>) =>
  inExport(({ problemHeaders }) => ({
    problemHeaders: (given, format) =>
      Object.fromEntries(
        Object.entries({ ...problemHeaders(given, format), ...edit(given, format) }).filter(
          ([, value]) => value !== '',
        ),
      ),
  }));

const isAuth = ({ status }: Problem): boolean => status === 401 || status === 403;

export const EXPORT_ERRORS: readonly Defect[] = [
  ...errors('EXP-ERR-1', {
    'auth-errors-under-message': blatant(
      'In plain format the text of a 401 or 403 is under `message`.',
      plain((given) => (isAuth(given) ? { message: given.detail } : undefined)),
    ),
    'key-in-capitals': subtle(
      'In plain format the key of a 403 is `Error`.',
      plain(({ status, detail }) => (status === 403 ? { Error: detail } : undefined)),
    ),
    'plain-errors-in-json-api': subtle(
      'A 401 has the JSON:API format for any Accept header.',
      plain(({ status, title, detail }) =>
        status === 401 ? { errors: [{ status, title, detail }] } : undefined,
      ),
    ),
    'error-as-object': subtle(
      'In plain format `error` is an object in a 401 or 403.',
      plain((given) => (isAuth(given) ? { error: { message: given.detail } } : undefined)),
    ),
    'route-errors-under-message': subtle(
      'In plain format the error text for an unknown route is under `message`.',
      plain(({ detail }) => (detail.startsWith('Requested') ? { message: detail } : undefined)),
    ),
    'errors-beside-error': subtle(
      'In plain format a 401 has `errors` beside `error`.',
      plain(({ status, detail }) =>
        status === 401 ? { error: detail, errors: [detail] } : undefined,
      ),
    ),
  }),
  ...errors('EXP-ERR-2', {
    'no-data-under-error': subtle(
      'In plain format the text `No exported data` is under `error`.',
      plain(({ key, detail }) => (key === 'message' ? { error: detail } : undefined)),
    ),
    'no-data-in-other-words': subtle(
      'The error text for a destination without data is `No data exported`.',
      problem('noData', () => ({ detail: 'No data exported' })),
    ),
    'no-data-is-200': blatant(
      'A destination without data returns 200.',
      problem('noData', () => ({ status: 200 })),
    ),
    'no-data-is-410': subtle(
      'A destination without data returns 410.',
      problem('noData', () => ({ status: 410 })),
    ),
  }),
  ...errors('EXP-ERR-3', {
    'status-as-text': subtle(
      '`errors[].status` is a string.',
      jsonApi(({ status, title, detail }) => ({
        errors: [{ status: String(status), title, detail }],
      })),
    ),
    'errors-as-object': blatant(
      '`errors` is an object.',
      jsonApi(({ status, title, detail }) => ({ errors: { status, title, detail } })),
    ),
    'errors-in-capitals': subtle(
      'The member `errors` is named `Errors`.',
      jsonApi(({ status, title, detail }) => ({ Errors: [{ status, title, detail }] })),
    ),
    'status-differs': subtle(
      '`errors[].status` is 400 for any HTTP status.',
      jsonApi(({ title, detail }) => ({ errors: [{ status: 400, title, detail }] })),
    ),
    'detail-missing-for-unknown-routes': subtle(
      'The error for an unknown route has no `detail`.',
      jsonApi(({ status, title, detail }) =>
        detail.startsWith('Requested') ? { errors: [{ status, title }] } : undefined,
      ),
    ),
    'title-missing': subtle(
      'A 403 has no `title`.',
      jsonApi(({ status, detail }) =>
        status === 403 ? { errors: [{ status, detail }] } : undefined,
      ),
    ),
    'plain-403-for-json-api': subtle(
      'A 403 has the plain format for any Accept header.',
      jsonApi(({ status, detail }) => (status === 403 ? { error: detail } : undefined)),
    ),
    'plain-no-data-for-json-api': subtle(
      'The error `No exported data` has the plain format for any Accept header.',
      jsonApi(({ key, detail }) => (key === 'message' ? { message: detail } : undefined)),
    ),
    'errors-empty': blatant(
      '`errors` is empty.',
      jsonApi(() => ({ errors: [] })),
    ),
  }),
  ...errors('EXP-ERR-4', {
    'title-in-british': subtle(
      'The title of a 401 is `Unauthorised`.',
      jsonApi(({ status, detail }) =>
        status === 401 ? { errors: [{ status, title: 'Unauthorised', detail }] } : undefined,
      ),
    ),
    'title-not-found-in-lower-case': subtle(
      'The title of a 404 is `Not found`.',
      jsonApi(({ status, detail }) =>
        status === 404 ? { errors: [{ status, title: 'Not found', detail }] } : undefined,
      ),
    ),
    'title-of-401-for-403': subtle(
      'The title of a 403 is `Unauthorized`.',
      jsonApi(({ status, detail }) =>
        status === 403 ? { errors: [{ status, title: 'Unauthorized', detail }] } : undefined,
      ),
    ),
    'detail-in-other-words': subtle(
      'In JSON:API format the detail of a 403 ends with a full stop, unlike in plain format.',
      jsonApi(({ status, title, detail }) =>
        status === 403 ? { errors: [{ status, title, detail: `${detail}.` }] } : undefined,
      ),
    ),
  }),
  ...errors('EXP-ERR-5', {
    'path-missing': subtle(
      'The error text for an unknown route does not contain the path.',
      problem('noRoute', () => ({ detail: 'Requested route was not found' })),
    ),
    'path-in-single-quotes': subtle(
      'The error text for an unknown route has the path in single quotes.',
      problem('noRoute', ({ detail }) => ({ detail: detail.replaceAll('"', "'") })),
    ),
    'path-in-lower-case': subtle(
      'The error text for an unknown route has the path in lower case.',
      problem('noRoute', ({ detail }) => ({
        detail: detail.replace(/"(.*)"/s, (_, path: string) => `"${path.toLowerCase()}"`),
      })),
    ),
    'path-cut-to-its-first-part': subtle(
      'The error text for an unknown route has only the first segment of the path.',
      problem('noRoute', ({ detail }) => ({ detail: detail.replace(/"(\/?[^/"]*).*"/s, '"$1"') })),
    ),
    'route-in-other-words': subtle(
      'The error text for an unknown route begins with `Route was not found`.',
      problem('noRoute', ({ detail }) => ({ detail: detail.replace('Requested route', 'Route') })),
    ),
  }),
  ...errors('EXP-ERR-6', {
    'errors-as-html': subtle(
      'Errors are sent as text/html.',
      headers(() => ({ 'Content-Type': 'text/html' })),
    ),
    'json-api-errors-as-json': subtle(
      'JSON:API errors are sent as application/json.',
      headers(() => ({ 'Content-Type': 'application/json' })),
    ),
    'errors-without-type': subtle(
      'A 403 has no `Content-Type`.',
      headers(({ status }) => (status === 403 ? { 'Content-Type': '' } : {})),
    ),
  }),
  ...errors('EXP-ERR-7', {
    'challenge-missing': subtle(
      'A 401 has no `WWW-Authenticate`.',
      headers(() => ({ 'WWW-Authenticate': '' })),
    ),
    'challenge-only-without-token': subtle(
      'The response to a malformed token lacks `WWW-Authenticate`.',
      headers(({ detail }) => (detail.startsWith('Provided') ? { 'WWW-Authenticate': '' } : {})),
    ),
    'challenge-missing-in-json-api': subtle(
      'A 401 in JSON:API format has no `WWW-Authenticate`.',
      headers((_, format) => (format === 'json-api' ? { 'WWW-Authenticate': '' } : {})),
    ),
  }),
];
