import type { ExportTarget, Header } from '../../../src/harness/suite.js';
import { isUnknown, type ProductsQuestion, TOKEN_HEADER } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import { documented, type ErrorName } from './documented-error.js';

/** A mistake that a request makes, with the clause that says how it is answered. */
export interface Mistake {
  readonly error: ErrorName;
  readonly clause: ClauseId;
}

const mistake = (error: ErrorName): Mistake => ({ error, clause: documented[error].clause });

/**
 * The mistakes of a request in what it says of itself, route, token and destination; undefined where the document leaves
 * open whether it makes one.
 */
export function mistakesIn(target: ExportTarget, request: ProductsQuestion): readonly Mistake[] | undefined {
  const { route = 'v2', siteId, channelId } = request;
  const ours = [target.destination, target.otherDestination, target.emptyDestination];
  const destination = request.destination ?? target.destination;
  if (destination === undefined || siteId !== undefined || channelId !== undefined) return undefined;
  const written = request.destinationId === undefined ? String(destination.id) : request.destinationId;
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
      found.push(foreign ? { error: 'not authorized', clause: 'EXP-AUTH-4' } : mistake('not authorized'));
    }
  }
  if (destination.id === target.emptyDestination?.id && found.length === 0) found.push(mistake('no data'));
  return found;
}

export const isNamed = ([name]: Header, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase();

/** Whether the right token stands in another place than its header, as it is or within base64. */
export function carriesToken({ headers = [], extra = [] }: ProductsQuestion, { destination }: ExportTarget): boolean {
  const places = [...headers.filter((field) => !isNamed(field, TOKEN_HEADER)), ...extra];
  return places.some(([, value]) =>
    [value, Buffer.from(value.replace(/^\S+ /, ''), 'base64').toString()].some(
      (text) => destination !== undefined && text.includes(destination.token),
    ),
  );
}
