import type { Header } from '../../../src/http/request.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import type { Destination, ExportTarget } from '../../../src/settings/export-target.js';
import type { ErrorName } from './error-table.js';

/** A mistake in a request, by the error of the table that it must be refused with. */
export interface Mistake {
  readonly error: ErrorName;
  /** Set where the token is that of another destination, rather than an unknown one. */
  readonly isOfAnother?: true;
}

/** Stands for a request of which the document does not say whether it makes a mistake. */
const OPEN = 'open';

/**
 * The mistakes of a request in its route, token and destination; undefined where the document does
 * not say whether it makes one.
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

/** The destination as the request writes it; null where it leaves it out. */
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
  if (/[^A-Za-z0-9_-]/.test(token)) return { error: 'token format' };
  if (isUnknown(route)) return token === destination.token ? undefined : OPEN;
  if (isDestinationWrong) return undefined;
  const configured = [target.destination, target.otherDestination, target.emptyDestination];
  const written = writtenIn(request, destination);
  const addressed = configured.find((one) => String(one?.id) === written);
  if (addressed === undefined) return OPEN;
  if (addressed.token === token) return undefined;
  const isOfAnother = configured.some((one) => one?.token === token);
  return isOfAnother ? { error: 'not authorized', isOfAnother } : { error: 'not authorized' };
}

export const isNamed = ([name]: Header, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase();

/** Whether the valid token is in another place than its header, as it is or in base64. */
export function carriesToken(
  { headers = [], extra = [] }: ProductsQuestion,
  { destination }: ExportTarget,
): boolean {
  const places = [...headers.filter((field) => !isNamed(field, TOKEN_HEADER)), ...extra];
  return places.some(([, value]) =>
    [value, Buffer.from(value.replace(/^\S+ /, ''), 'base64').toString()].some(
      (text) => destination !== undefined && text.includes(destination.token),
    ),
  );
}

/**
 * Whether the missing or wrong value may be in a field with its name in another case, or the token
 * in a place that EXP-AUTH-12 tests.
 */
export function isElsewhere(
  { error }: Mistake,
  request: ProductsQuestion,
  target: ExportTarget,
): boolean {
  const lacks = error.startsWith('destination') ? DESTINATION_HEADER : TOKEN_HEADER;
  const isNamedOtherwise = request.headers?.some((field) => isNamed(field, lacks)) ?? false;
  return isNamedOtherwise || (error === 'token missing' && carriesToken(request, target));
}
