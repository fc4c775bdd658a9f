/** The errors of the export API. */

import { ERROR_TEXTS } from '../document.js';
import type { Answer } from '../wire/answer.js';
import { answer } from '../wire/answer.js';
import { type Format, MEDIA_TYPES } from './negotiate.js';

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The member with the text in an error of the plain format (`Accept: application/json`). */
  readonly key: 'error' | 'message';
}

const unauthorized = (detail: string): Problem => ({
  status: 401,
  title: 'Unauthorized',
  detail,
  key: 'error',
});
const badRequest = (detail: string): Problem => ({
  status: 400,
  title: 'Bad Request',
  detail,
  key: 'error',
});

/** The documented errors, and the server's errors for unspecified requests. */
export const PROBLEMS = {
  tokenMissing: () => unauthorized(ERROR_TEXTS.tokenMissing),
  tokenMalformed: () => unauthorized(ERROR_TEXTS.tokenMalformed),
  destinationMissing: () => unauthorized(ERROR_TEXTS.destinationMissing),
  destinationMalformed: () => unauthorized(ERROR_TEXTS.destinationMalformed),
  notAuthorized: (): Problem => ({
    status: 403,
    title: 'Forbidden',
    detail: ERROR_TEXTS.notAuthorized,
    key: 'error',
  }),
  noData: (): Problem => ({
    status: 404,
    title: 'Not Found',
    detail: ERROR_TEXTS.noData,
    key: 'message',
  }),
  noRoute: (path: string): Problem => ({
    status: 404,
    title: 'Not Found',
    detail: ERROR_TEXTS.noRoute.replace('{path}', () => path),
    key: 'error',
  }),
  badQuery: badRequest,
  notAllowed: (method: string): Problem => ({
    status: 405,
    title: 'Method Not Allowed',
    detail: `Method ${method} is not allowed: this API is read-only`,
    key: 'error',
  }),
  notAcceptable: (): Problem => ({
    status: 406,
    title: 'Not Acceptable',
    detail: `Offered are ${Object.values(MEDIA_TYPES).join(' and ')}`,
    key: 'error',
  }),
} as const;

export type Problems = typeof PROBLEMS;

export type ProblemBody = (problem: Problem, format: Format) => unknown;

export const problemBody: ProblemBody = ({ status, title, detail, key }, format) =>
  format === 'json-api' ? { errors: [{ status, title, detail }] } : { [key]: detail };

/**
 * Makes the headers of an error. RFC 9110 requires `WWW-Authenticate` for 401 (section 11.6.1) and
 * `Allow` for 405 (section 15.5.6), and recommends `Vary` (section 12.5.5).
 */
export function problemHeaders({ status }: Problem, format: Format): Record<string, string> {
  return {
    'Content-Type': MEDIA_TYPES[format],
    Vary: 'Accept',
    'Cache-Control': 'no-store',
    ...(status === 401 ? { 'WWW-Authenticate': 'X-EA-Auth-Token realm="export"' } : {}),
    ...(status === 405 ? { Allow: 'GET, HEAD, OPTIONS' } : {}),
  };
}

export const problemAnswer = (
  problem: Problem,
  format: Format,
  body: ProblemBody,
  headers: typeof problemHeaders,
): Answer =>
  answer(problem.status, headers(problem, format), JSON.stringify(body(problem, format)));

/** Thrown to end a request with an error. */
export class Rejected {
  constructor(readonly problem: Problem) {}
}
