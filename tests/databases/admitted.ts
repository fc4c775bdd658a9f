import type { IncomingMessage } from 'node:http';
import { Refused } from './refused.js';

/** The token of each destination. */
export const TOKENS: Readonly<Record<string, string>> = {
  1: 'token-of-main_1-abcdef',
  2: 'token-of-other_2-ghijkl',
  3: 'token-of-empty_3-mnopqr',
};

/** What a request may read. */
export interface Admitted {
  readonly table: string;
  /** The column and values of the legacy filtered route. */
  readonly filtered: { readonly column: string; readonly value: string } | undefined;
}

/** What the route and the token of a request let it read; refused where they do not. */
export function admitted(path: string, { headers }: IncomingMessage): Admitted {
  const parts = path.split('/').slice(1);
  const isNew = /^\/sites\/\d+\/channels\/\d+\/destinations\/\d+\/products$/.test(path);
  const isLegacy = /^\/\d+\/\d+(?:\/[^/]*\/[^/]*)?$/.test(path);
  if (!isNew && !isLegacy) throw new Refused(404, `Requested route was not found: "${path}"`);
  const destination = authorized(
    headers['x-ea-auth-token'],
    isNew ? parts[5] : headers['x-destination-id'],
  );
  const [site, channel] = isNew ? [parts[1], parts[3]] : parts;
  if (destination === '3' || site !== '10' || channel !== '20')
    throw new Refused(404, 'No exported data', 'message');
  const [column, value] = parts.length === 4 ? parts.slice(2).map(decodeURIComponent) : [];
  return {
    table: `p${destination}`,
    filtered: column === undefined ? undefined : { column, value: value ?? '' },
  };
}

type Field = string | readonly string[] | undefined;

/** The destination that a token may read; refused where it is another one's. */
function authorized(token: Field, destination: Field): string {
  if (token === undefined || token === '')
    throw new Refused(401, 'Authentication token is required');
  if (!/^[A-Za-z0-9_-]+$/.test(String(token)))
    throw new Refused(401, 'Provided token format is invalid');
  if (destination === undefined || destination === '')
    throw new Refused(401, 'Destination ID is required');
  if (!/^\d+$/.test(String(destination))) throw new Refused(401, 'Invalid destination ID format');
  if (TOKENS[String(destination)] !== token)
    throw new Refused(403, 'Token is not authorized for this destination');
  return String(destination);
}
