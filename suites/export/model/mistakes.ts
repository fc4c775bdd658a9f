/** Finds the mistakes in a request for which the document requires an error. */

import type { Header } from '../../../src/http/request.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import type { Destination, ExportTarget } from '../../../src/settings/export-target.js';
import type { ErrorName } from './error-table.js';

/** A mistake in a request, with the error that the document requires for it. */
export interface Mistake {
  readonly error: ErrorName;
  /** The member is set if the token belongs to another configured destination. */
  readonly isOfAnotherDestination?: true;
}

/** Some servers read underscores in the name of a header field as hyphens, as CGI does. */
export const DESTINATION_WITH_UNDERSCORES = 'X_Destination_Id';

/** The document leaves open whether the request is correct. */
const OPEN = 'open';

/**
 * Finds mistakes in route, token and destination. Returns undefined if the document does not say
 * whether the request is correct.
 */
export function mistakesIn(
  target: ExportTarget,
  request: ProductsQuestion,
): readonly Mistake[] | undefined {
  const { route = 'v2', siteId, channelId } = request;
  const destination = request.destination ?? target.destination;
  if (destination === undefined || siteId !== undefined || channelId !== undefined)
    return undefined;
  const ofDestination = mistakeOfDestination(request, destination);
  const ofToken = mistakeOfToken(request, destination, target, ofDestination !== undefined);
  if (ofDestination === OPEN || ofToken === OPEN) return undefined;
  const found = [isUnknown(route) ? UNKNOWN_ROUTE : undefined, ofDestination, ofToken].filter(
    (one) => one !== undefined,
  );
  const isEmpty = destination.id === target.emptyDestination?.id;
  return isEmpty && found.length === 0 ? [{ error: 'no data' }] : found;
}

const UNKNOWN_ROUTE: Mistake = { error: 'unknown route' };

/** The destination id that the request contains, or null if it contains none. */
const writtenIn = ({ destinationId }: ProductsQuestion, { id }: Destination): string | null =>
  destinationId === undefined ? String(id) : destinationId;

function mistakeOfDestination(
  request: ProductsQuestion,
  destination: Destination,
): Mistake | typeof OPEN | undefined {
  const { route = 'v2' } = request;
  const written = writtenIn(request, destination);
  const isByHeader = route !== 'v2' && !isUnknown(route);
  if (written === null) {
    if (isByHeader) return { error: 'destination missing' };
    return route === 'v2' ? OPEN : undefined;
  }
  if (/^[1-9]\d{0,14}$/.test(written)) return undefined;
  return isByHeader && /[A-Za-z]/.test(written) ? { error: 'destination format' } : OPEN;
}

/** Whether the text has only the characters that a token may have (EXP-AUTH-2). */
export const isWellFormedToken = (text: string): boolean => /^[A-Za-z0-9_-]+$/.test(text);

function mistakeOfToken(
  request: ProductsQuestion,
  destination: Destination,
  target: ExportTarget,
  isDestinationWrong: boolean,
): Mistake | typeof OPEN | undefined {
  const { route = 'v2' } = request;
  const token = request.token === undefined ? destination.token : request.token;
  if (token === null) return { error: 'token missing' };
  if (token === '' || token.trim() !== token) return OPEN;
  if (!isWellFormedToken(token)) return { error: 'token format' };
  if (isUnknown(route)) return token === destination.token ? undefined : OPEN;
  if (isDestinationWrong) return undefined;
  const configured = [target.destination, target.otherDestination, target.emptyDestination];
  const written = writtenIn(request, destination);
  const addressed = configured.find((one) => String(one?.id) === written);
  if (addressed === undefined) return OPEN;
  if (addressed.token === token) return undefined;
  const isOfAnotherDestination = configured.some((one) => one?.token === token);
  return isOfAnotherDestination
    ? { error: 'not authorized', isOfAnotherDestination }
    : { error: 'not authorized' };
}

export const isNamed = ([name]: Header, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase();

/**
 * Whether the query, or a header field other than the field of the token, contains the token. The
 * token may be encoded in base64.
 */
export function carriesToken(
  { headers = [], extra = [] }: ProductsQuestion,
  target: ExportTarget,
): boolean {
  const places = [...headers.filter((field) => !isNamed(field, TOKEN_HEADER)), ...extra];
  return places.some(([, value]) => holdsToken(value, target));
}

/** Whether a value contains the token of the destination, as it is or in base64. */
export const holdsToken = (value: string, { destination }: ExportTarget): boolean =>
  destination !== undefined &&
  [value, Buffer.from(value.replace(/^\S+ /, ''), 'base64').toString()].some((text) =>
    text.includes(destination.token),
  );

/**
 * Whether the request may contain the correct value of a wrong or missing field in another place.
 * This place is an additional header field with the same name or, if the token is missing, one of
 * the places that EXP-AUTH-12 tests.
 */
export function isElsewhere(
  { error }: Mistake,
  request: ProductsQuestion,
  target: ExportTarget,
): boolean {
  const fieldName = error.startsWith('destination') ? DESTINATION_HEADER : TOKEN_HEADER;
  const isInExtraField = request.headers?.some((field) => isNamed(field, fieldName)) ?? false;
  return isInExtraField || (error === 'token missing' && carriesToken(request, target));
}
