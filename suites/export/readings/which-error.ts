/** The error that a request must get, by the error table of the document, and the one that came. */

import type { Answer } from '../../../src/http/answer.js';
import {
  DESTINATION_HEADER,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { isObject } from '../../../src/schema/json-value.js';
import { documented, type ErrorName } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { isNamed, mistakesIn } from '../model/mistakes.js';
import { formatIn } from './reading.js';

/** The clause of each error, and the request that must get it, in words. */
export const ERRORS: Readonly<Record<ErrorName, readonly [clause: string, request: string]>> = {
  'token missing': ['EXP-AUTH-1', 'a request without token'],
  'token format': ['EXP-AUTH-2', 'a malformed token'],
  'not authorized': ['EXP-AUTH-3', 'a token that is not valid for the destination'],
  'destination missing': ['EXP-AUTH-6', 'a legacy request without `X-Destination-Id`'],
  'destination format': ['EXP-AUTH-7', 'a malformed `X-Destination-Id`'],
  'no data': ['EXP-ERR-2', 'a destination without data'],
  'unknown route': ['EXP-ERR-5', 'an unknown route'],
};
/** The names of all documented errors. */
export const NAMES = Object.keys(documented).filter((name): name is ErrorName => name in ERRORS);

export const isJsonApi = ({ accept = JSON_API }: ProductsQuestion): boolean => accept === JSON_API;

/** The media type that the response should have, if `Accept` is one media type or missing. */
export const mediaTypeFor = ({ accept = JSON_API }: ProductsQuestion): string => accept ?? PLAIN;

/** The error that a request must get, if it has exactly one mistake. */
export function errorFor({ question, target }: Exchange): ErrorName | undefined {
  const { route, method, headers, extra } = question;
  // The welcome page needs no token, and the document does not define these other requests.
  if (route === 'root' || [method, headers, extra].some((one) => one !== undefined))
    return undefined;
  const [only, second] = mistakesIn(target, question) ?? [];
  return second === undefined ? only?.error : undefined;
}

/**
 * The error that a request must get. For a request without a mistake, it is the error for no data
 * if this error came.
 */
export const errorThatCame = (exchange: Exchange): ErrorName | undefined =>
  errorFor(exchange) ??
  (mistakesIn(exchange.target, exchange.question)?.length === 0 &&
  plainText(exchange.answer) === documented['no data'].text
    ? 'no data'
    : undefined);

/** Whether the request writes the header fields of the API by itself, in another letter case. */
const hasOwnFields = ({ headers = [] }: ProductsQuestion): boolean =>
  headers.some((field) => [TOKEN_HEADER, DESTINATION_HEADER].some((name) => isNamed(field, name)));

/** Whether the request must get an error, although it may be open which one. */
export const mustBeRefused = (exchange: Exchange): boolean =>
  errorThatCame(exchange) !== undefined ||
  (exchange.question.method === undefined &&
    exchange.question.route !== 'root' &&
    !hasOwnFields(exchange.question) &&
    (mistakesIn(exchange.target, exchange.question)?.length ?? 0) > 0);

/** A response with products does not count as an error, regardless of its status. */
export const isList = ({ json }: Answer): boolean => formatIn(json) !== undefined;

/** The first error of a response in the format JSON:API. */
export const firstError = ({ json }: Answer): Readonly<Record<string, unknown>> => {
  const first: unknown = isObject(json) && Array.isArray(json.errors) ? json.errors[0] : undefined;
  return isObject(first) ? first : {};
};
