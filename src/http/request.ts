/** The type of an HTTP request, and functions for requests. */

export type Header = readonly [name: string, value: string];

/**
 * One HTTP request. It is sent as it is, with the fields in `headers` and `added`. The client
 * itself only adds Host, Connection and, if there is a body, Content-Length.
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
  /** Names of sensitive headers whose values were made up for a test. Reports show these values. */
  readonly reveal?: readonly string[];
  /** In milliseconds since the epoch. Recorded responses from before this time do not count. */
  readonly notBefore?: number;
  /** Set for a request to the token endpoint. It may be repeated, and its response has secrets. */
  readonly lane?: 'token';
}

export const methodOf = ({ method }: Request): string => method ?? 'GET';

/** Whether a request may be sent again: it changes nothing, or only obtains a token. */
export const mayBeRepeated = (request: Request): boolean =>
  methodOf(request) === 'GET' || request.lane === 'token';

/**
 * Returns the same key for requests with the same method, address, headers and body. The letter
 * case of header names counts.
 */
export const keyOf = (request: Request): string =>
  JSON.stringify([
    methodOf(request),
    request.url,
    [...(request.headers ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)),
    request.body ?? null,
  ]);

/** `path` includes the query. Its dots, quotes and percent signs are not normalized. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  return { origin, path: path.startsWith('/') ? path : `/${path}` };
}

/**
 * `ever`: the request is never sent a second time. `unless-limited`: it is sent again only after a
 * 429, which means that the server did not process it (RFC 6585 section 4).
 */
export type Once = 'ever' | 'unless-limited';

export interface SendOptions {
  /** Sends the request although an identical request was sent before. */
  readonly fresh?: boolean;
  /**
   * Limits the repetition of a request that could change something. By default every request is
   * repeated after a 429, and a GET or a request to the token endpoint also after other errors.
   */
  readonly once?: Once;
}
