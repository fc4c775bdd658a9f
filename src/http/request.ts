/** The type of an HTTP request, and functions that compare and split requests. */

export type Header = readonly [name: string, value: string];

/**
 * One HTTP request exactly as it is sent. Only Host, Connection and, for a body, Content-Length are
 * added.
 */
export interface Request {
  readonly interface: string;
  /** Default GET. */
  readonly method?: string;
  /** Absolute and percent-encoded. It is sent unchanged. */
  readonly url: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
  /** Headers from the settings of the target. They are sent and recorded, but no rule uses them. */
  readonly added?: readonly Header[];
  /** Sensitive headers with values made up for a test, which reports may show. */
  readonly reveal?: readonly string[];
  /** In milliseconds since the epoch. Recorded responses from before this time do not count. */
  readonly notBefore?: number;
  /** Set for requests to the token endpoint. They may be repeated, and return secrets. */
  readonly lane?: 'token';
}

export const methodOf = ({ method }: Request): string => method ?? 'GET';

/**
 * Equal for requests with the same method, address, headers and body. The letter case of header
 * names counts.
 */
export const keyOf = (request: Request): string =>
  JSON.stringify([
    methodOf(request),
    request.url,
    [...(request.headers ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)),
    request.body ?? null,
  ]);

/** The path is unchanged: dots, quotes and percent signs are not normalized. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  return { origin, path: path.startsWith('/') ? path : `/${path}` };
}

/**
 * When a request may be sent a second time: never, or only after a 429. A 429 means that the server
 * did not process the request (RFC 6585 section 4).
 */
export type Once = 'ever' | 'unless-limited';

export interface SendOptions {
  /** Sends the request although an identical request was sent before. */
  readonly fresh?: boolean;
  /**
   * For a request that could change something. Default: requests are repeated if HTTP allows it.
   */
  readonly once?: Once;
}
