/** Finds the route of a request. */

/** The ids of a route are kept as they are written. They are parsed later. */
export type Route =
  | { readonly kind: 'root' }
  | {
      readonly kind: 'products';
      readonly siteId: string;
      readonly channelId: string;
      readonly destinationId: string;
    }
  | { readonly kind: 'legacy'; readonly siteId: string; readonly channelId: string }
  | {
      readonly kind: 'legacy-filtered';
      readonly siteId: string;
      readonly channelId: string;
      readonly column: string;
      readonly values: readonly string[];
    };

export type ProductRoute = Exclude<Route, { kind: 'root' }>;

// A malformed destination id matches, because it returns 401 (`destinationIdOf`) and not 404.
const PRODUCTS = /^\/sites\/(\d+)\/channels\/(\d+)\/destinations\/([^/]+)\/products$/;
const LEGACY = /^\/(\d+)\/(\d+)$/;
const LEGACY_FILTERED = /^\/(\d+)\/(\d+)\/([^/]+)\/([^/]+)$/;

/** Returns undefined if the path belongs to no route. */
export function route(path: string): Route | undefined {
  if (path === '' || path === '/') return { kind: 'root' };
  const products = PRODUCTS.exec(path);
  if (products !== null) {
    const [, siteId = '', channelId = '', destinationId = ''] = products;
    return { kind: 'products', siteId, channelId, destinationId };
  }
  const legacy = LEGACY.exec(path);
  if (legacy !== null)
    return { kind: 'legacy', siteId: legacy[1] ?? '', channelId: legacy[2] ?? '' };
  const filtered = LEGACY_FILTERED.exec(path);
  if (filtered === null) return undefined;
  const [, siteId = '', channelId = '', column = '', value = ''] = filtered;
  try {
    // Splitting before decoding allows %2C for a comma within a value.
    const values = value.split(',').map(decodeURIComponent);
    return {
      kind: 'legacy-filtered',
      siteId,
      channelId,
      column: decodeURIComponent(column),
      values,
    };
  } catch {
    return undefined;
  }
}
