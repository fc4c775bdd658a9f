/** Describes a request to the export API, and makes the HTTP request from the description. */

import type { Header, Request } from '../../http/request.js';
import type { Destination, ExportTarget } from '../../settings/export-target.js';
import { encode, type Query, queryString, type WireEncoding } from './query-string.js';

/** The number of products on a page without `limit` (Limits; Endpoints, A. Export API). */
export const DEFAULT_LIMIT = 100;

export const JSON_API = 'application/vnd.api+json';
export const PLAIN = 'application/json';

/** The legacy route whose path contains a column and a value for this column. */
export interface FilteredRoute {
  readonly column: string;
  readonly value: string;
  /**
   * Leaves `+` in the value as it is, which a path may contain (RFC 3986 section 3.3). The default
   * is to percent-encode it.
   */
  readonly rawPlus?: true;
}

/**
 * There are three routes to products: `v2`, `legacy` and the filtered route. `root` is the welcome
 * page. `path` is a percent-encoded path that is not a route.
 */
export type Route = 'v2' | 'legacy' | 'root' | FilteredRoute | { readonly path: string };

/** If a member is missing, the request has the value that a correct client sends. */
export interface ProductsQuestion extends Query {
  /** The default is GET. */
  readonly method?: string | undefined;
  /** The default is v2. */
  readonly route?: Route | undefined;
  /** The value of `Accept`. It is not sent if the value is null. The default is JSON:API. */
  readonly accept?: string | null | undefined;
  /** The destination whose data is requested. The default is the configured destination. */
  readonly destination?: Destination | undefined;
  /** The token is not sent if the value is null. The default is the token of the destination. */
  readonly token?: string | null | undefined;
  /**
   * The text that is sent as the id of the destination, in the path or in a header field. The field
   * is not sent if the value is null. The default is the id of `destination`.
   */
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
  const defaultToken = route === 'root' ? null : destination.token;
  const token = request.token === undefined ? defaultToken : request.token;
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

/** The path of a route, relative to the base URL. */
export function pathOf(route: Route, site: string, channel: string, destination: string): string {
  if (route === 'v2')
    return `/sites/${site}/channels/${channel}/destinations/${destination}/products`;
  if (route === 'root') return '/';
  if (route === 'legacy') return `/${site}/${channel}`;
  if (isUnknown(route)) return route.path;
  // Commas stay unencoded, because the server splits the value at commas (EXP-ROUTE-4).
  const value = route.value.split(',').map(encode).join(',');
  return `/${site}/${channel}/${encode(route.column)}/${route.rawPlus ? value.replaceAll('%2B', '+') : value}`;
}

/** The path of a route of the target. The legacy route has no destination in its path. */
export const productsPath = (
  route: 'v2' | 'legacy',
  { siteId, channelId, destination }: ExportTarget,
): string => pathOf(route, String(siteId), String(channelId), String(destination?.id));

export function nameRoute(route: Route): string {
  if (typeof route === 'string') return ROUTE_NAMES[route];
  if (!isUnknown(route)) return FILTERED_ROUTE;
  // Hostile columns and values of this route are written as a path, because some are undecodable.
  return /^\/\d+\/\d+\/[^/]+\/[^/]+$/.test(route.path)
    ? `${FILTERED_ROUTE} (${route.path})`
    : `${route.path}, which is not a route`;
}

const FILTERED_ROUTE = 'the legacy filtered route';

const ROUTE_NAMES = {
  v2: 'the v2 route',
  legacy: 'the legacy route',
  root: 'the welcome page',
} as const;

/**
 * Whether the id of the destination is sent in a header field. This is so for the legacy routes and
 * for paths that are not a route.
 */
export const isByHeader = (route: Route): boolean =>
  route === 'legacy' || typeof route === 'object';

/** Whether the path is not a route. */
export const isUnknown = (route: Route): route is { readonly path: string } =>
  typeof route === 'object' && 'path' in route;
