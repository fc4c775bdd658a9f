import type { Header, Request } from '../../http/request.js';
import type { ExportTarget } from '../../settings/target.js';
import {
  DESTINATION_HEADER,
  isByHeader,
  JSON_API,
  type ProductsQuestion,
  type Route,
  TOKEN_HEADER,
} from './question.js';
import { readQuery } from './read-query.js';

/**
 * The question of a request to the export API; undefined for any other host or base path. It leaves out what a well-
 * behaved client sends: the configured site and channel, and the token of the destination. Values of filters are text.
 */
export function readQuestion(request: Request, target: ExportTarget): ProductsQuestion | undefined {
  const { url, method = 'GET', headers = [] } = request;
  const [path = '', search = ''] = url.split('?');
  if (!path.startsWith(`${target.baseUrl}/`)) return undefined;
  const place = placeOf(path.slice(target.baseUrl.length));
  const { route } = place;
  const used = new Set<Header>();
  const take = (wanted: string): string | undefined => {
    const field = headers.find(([name]) => name === wanted);
    if (field !== undefined) used.add(field);
    return field?.[1];
  };
  const accept = take('Accept') ?? null;
  const token = take(TOKEN_HEADER) ?? null;
  const written = isByHeader(route) ? (take(DESTINATION_HEADER) ?? null) : place.destination;
  const known = [target.destination, target.otherDestination, target.emptyDestination];
  const destination = known.find((one) => one !== undefined && String(one.id) === written);
  const rest = headers.filter((field) => !used.has(field));
  const isRight = route !== 'root' && token === (destination ?? target.destination)?.token;
  const question: ProductsQuestion = {
    route: route === 'v2' ? undefined : route,
    method: method === 'GET' ? undefined : method,
    accept: accept === JSON_API ? undefined : accept,
    token: isRight || (route === 'root' && token === null) ? undefined : token,
    destination: destination?.id === target.destination?.id ? undefined : destination,
    destinationId: destination === undefined ? written : undefined,
    siteId: place.siteId === String(target.siteId) ? undefined : place.siteId,
    channelId: place.channelId === String(target.channelId) ? undefined : place.channelId,
    headers: rest.length === 0 ? undefined : rest,
    ...readQuery(search),
  };
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined));
}

type Place = { readonly route: Route } & Partial<Readonly<Record<'siteId' | 'channelId' | 'destination', string>>>;

/** The route of a path below the base URL, by the number of its segments; what is none of the routes is unknown. */
function placeOf(path: string): Place {
  if (path === '/') return { route: 'root' };
  const segments = path.slice(1).split('/');
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh] = segments;
  const isV2 = first === 'sites' && third === 'channels' && fifth === 'destinations' && seventh === 'products';
  if (segments.length === 7 && isV2) return { route: 'v2', siteId: second, channelId: fourth, destination: sixth };
  if (segments.includes('') || first === 'sites') return { route: { path } };
  if (segments.length === 2) return { route: 'legacy', siteId: first, channelId: second };
  const [column, value] = [decoded(third), fourth.split(',').map(decoded)];
  if (segments.length !== 4 || column === undefined || value.includes(undefined)) return { route: { path } };
  return { route: { column, value: value.join(',') }, siteId: first, channelId: second };
}

/** Undefined where the escapes mean nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
