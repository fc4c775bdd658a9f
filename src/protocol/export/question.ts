/** A products request as a value, and the HTTP request made from it. */

import type { Header, Request } from '../../http/request.js';
import type { Destination, ExportTarget } from '../../settings/export-target.js';
import { encode, type Query, queryString, type WireEncoding } from './query-string.js';

export const JSON_API = 'application/vnd.api+json';
export const PLAIN = 'application/json';

export interface FilteredRoute {
  readonly column: string;
  readonly value: string;
}

/**
 * One of the three routes to products, the welcome page, or a percent-encoded path that is not a
 * route.
 */
export type Route = 'v2' | 'legacy' | 'root' | FilteredRoute | { readonly path: string };

/** A missing member has the value that a correct client sends. */
export interface ProductsQuestion extends Query {
  /** Default GET. */
  readonly method?: string | undefined;
  /** Default v2. */
  readonly route?: Route | undefined;
  /** null sends no header. Default: JSON:API. */
  readonly accept?: string | null | undefined;
  /** The destination whose data is requested. Default: the configured destination. */
  readonly destination?: Destination | undefined;
  /** null sends no header. Default: the token of the destination. */
  readonly token?: string | null | undefined;
  /** As written in the path or the header; null sends no header. */
  readonly destinationId?: string | null | undefined;
  readonly siteId?: string | undefined;
  readonly channelId?: string | undefined;
  readonly headers?: readonly Header[] | undefined;
  readonly wireEncoding?: WireEncoding | undefined;
}

export const TOKEN_HEADER = 'X-EA-Auth-Token';
export const DESTINATION_HEADER = 'X-Destination-Id';

export function httpRequest(target: ExportTarget, request: ProductsQuestion): Request {
  const { route = 'v2', accept = JSON_API, wireEncoding } = request;
  const destination = request.destination ?? target.destination ?? { id: 0, token: '' };
  const own = route === 'root' ? null : destination.token;
  const token = request.token === undefined ? own : request.token;
  const id = request.destinationId === undefined ? String(destination.id) : request.destinationId;
  const site = request.siteId ?? String(target.siteId);
  const channel = request.channelId ?? String(target.channelId);
  const headers: Header[] = [
    ...(accept === null || (route === 'root' && request.accept === undefined)
      ? []
      : [['Accept', accept] as const]),
    ...(token === null ? [] : [[TOKEN_HEADER, token] as const]),
    ...(isByHeader(route) && id !== null ? [[DESTINATION_HEADER, id] as const] : []),
    ...(request.headers ?? []),
  ];
  return {
    interface: 'export',
    ...(request.method === undefined ? {} : { method: request.method }),
    url: `${target.baseUrl}${pathOf(route, site, channel, id ?? '')}${queryString(request, wireEncoding)}`,
    headers,
    reveal: [TOKEN_HEADER, 'Cookie'],
  };
}

/** Below the base URL. */
export function pathOf(route: Route, site: string, channel: string, destination: string): string {
  if (route === 'v2')
    return `/sites/${site}/channels/${channel}/destinations/${destination}/products`;
  if (route === 'root') return '/';
  if (route === 'legacy') return `/${site}/${channel}`;
  if (isUnknown(route)) return route.path;
  // The server splits the value at commas (EXP-ROUTE-4), so they are not encoded.
  return `/${site}/${channel}/${encode(route.column)}/${route.value.split(',').map(encode).join(',')}`;
}

export function nameRoute(route: Route): string {
  if (typeof route === 'string') return ROUTE_NAMES[route];
  return isUnknown(route) ? `${route.path}, which is not a route` : 'the legacy filtered route';
}

const ROUTE_NAMES = {
  v2: 'the v2 route',
  legacy: 'the legacy route',
  root: 'the welcome page',
} as const;

/** The legacy routes and unknown paths have the destination in a header field. */
export const isByHeader = (route: Route): boolean =>
  route === 'legacy' || typeof route === 'object';

export const isUnknown = (route: Route): route is { readonly path: string } =>
  typeof route === 'object' && 'path' in route;
