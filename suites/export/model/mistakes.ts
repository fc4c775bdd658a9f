import type { Answer, ExportTarget, Header } from '../../../src/harness/suite.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';

const UNAUTHORIZED = { status: 401, title: 'Unauthorized' } as const;
const FORBIDDEN = { status: 403, title: 'Forbidden' } as const;
const NOT_FOUND = { status: 404, title: 'Not Found' } as const;

/**
 * The error table of the document, with the clause of each error. `{path}` is the path that was
 * requested.
 */
export const documented = {
  'token missing': {
    clause: 'EXP-AUTH-1',
    ...UNAUTHORIZED,
    text: 'Authentication token is required',
  },
  'token format': {
    clause: 'EXP-AUTH-2',
    ...UNAUTHORIZED,
    text: 'Provided token format is invalid',
  },
  'not authorized': {
    clause: 'EXP-AUTH-3',
    ...FORBIDDEN,
    text: 'Token is not authorized for this destination',
  },
  'destination missing': {
    clause: 'EXP-AUTH-6',
    ...UNAUTHORIZED,
    text: 'Destination ID is required',
  },
  'destination format': {
    clause: 'EXP-AUTH-7',
    ...UNAUTHORIZED,
    text: 'Invalid destination ID format',
  },
  'no data': { clause: 'EXP-ERR-2', ...NOT_FOUND, text: 'No exported data' },
  'unknown route': {
    clause: 'EXP-ROUTE-8',
    ...NOT_FOUND,
    text: 'Requested route was not found: "{path}"',
  },
} as const;
export type ErrorName = keyof typeof documented;

/**
 * The text of an error in whichever shape it comes; the shape itself is judged by EXP-ERR-1 to
 * EXP-ERR-3.
 */
export function plainText({ json }: Answer): string | undefined {
  const body = (json ?? {}) as {
    error?: unknown;
    message?: unknown;
    errors?: readonly { detail?: unknown }[];
  };
  const said =
    body.error ?? body.message ?? (Array.isArray(body.errors) ? body.errors[0]?.detail : undefined);
  return typeof said === 'string' ? said : undefined;
}

/** Whether a message names the path that was requested: as it was sent, decoded, or escaped. */
export function namesPath(message: string, path: string): boolean {
  const decoded = decodeURIComponent(path);
  const inHtml = ['&quot;', '&#34;', '&#034;', '&#x22;'].map((quote) =>
    decoded.replaceAll('"', quote),
  );
  const escaped = [path, decoded, JSON.stringify(decoded).slice(1, -1), ...inHtml];
  return (
    /Requested route was not found: ".*"/s.test(message) &&
    escaped.some((one) => message.includes(one.slice(1)))
  );
}

/** A mistake that a request makes, with the clause that says how it is answered. */
export interface Mistake {
  readonly error: ErrorName;
  readonly clause: ClauseId;
}

const mistake = (error: ErrorName): Mistake => ({ error, clause: documented[error].clause });

/**
 * The mistakes of a request in what it says of itself, route, token and destination; undefined
 * where the document leaves open whether it makes one.
 */
export function mistakesIn(
  target: ExportTarget,
  request: ProductsQuestion,
): readonly Mistake[] | undefined {
  const { route = 'v2', siteId, channelId } = request;
  const ours = [target.destination, target.otherDestination, target.emptyDestination];
  const destination = request.destination ?? target.destination;
  if (destination === undefined || siteId !== undefined || channelId !== undefined)
    return undefined;
  const written =
    request.destinationId === undefined ? String(destination.id) : request.destinationId;
  const token = request.token === undefined ? destination.token : request.token;
  const found: Mistake[] = [];

  if (isUnknown(route)) found.push(mistake('unknown route'));
  const byHeader = route !== 'v2' && !isUnknown(route);
  if (written === null) {
    if (byHeader) found.push(mistake('destination missing'));
    else if (route === 'v2') return undefined;
  } else if (!/^[1-9]\d{0,14}$/.test(written)) {
    if (!byHeader || !/[A-Za-z]/.test(written)) return undefined;
    found.push(mistake('destination format'));
  }

  if (token === null) found.push(mistake('token missing'));
  else if (token === '' || token.trim() !== token) return undefined;
  else if (/[^A-Za-z0-9_-]/.test(token)) found.push(mistake('token format'));
  else if (isUnknown(route)) {
    if (token !== destination.token) return undefined;
  } else if (!found.some(({ error }) => error.startsWith('destination'))) {
    const addressed = ours.find((destination) => String(destination?.id) === written);
    if (addressed === undefined) return undefined;
    if (addressed.token !== token) {
      const foreign = ours.some((destination) => destination?.token === token);
      found.push(
        foreign ? { error: 'not authorized', clause: 'EXP-AUTH-4' } : mistake('not authorized'),
      );
    }
  }
  if (destination.id === target.emptyDestination?.id && found.length === 0)
    found.push(mistake('no data'));
  return found;
}

export const isNamed = ([name]: Header, wanted: string): boolean =>
  name.toLowerCase() === wanted.toLowerCase();

/** Whether the right token stands in another place than its header, as it is or within base64. */
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
 * Whether what is missing or wrong may stand in a field whose name is written otherwise, or a token
 * where EXP-AUTH-12 judges it.
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
