export type Header = readonly [name: string, value: string];

/**
 * One HTTP request as it is to be sent: nothing is added but Host and Connection, and
 * Content-Length for a body.
 */
export interface Request {
  readonly interface: string;
  /** Default GET. */
  readonly method?: string;
  /** Absolute and already percent-encoded; sent as it is written. */
  readonly url: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
  /**
   * Headers that the settings of the target add. They are sent and recorded, and no rule uses them.
   */
  readonly added?: readonly Header[];
  /**
   * Sensitive headers whose values were made up for the occasion, and so may be shown in reports.
   */
  readonly reveal?: readonly string[];
  /** Of a recording, only an answer from then on, in milliseconds since the epoch. */
  readonly notBefore?: number;
  /** A rate limit of its own within the interface. */
  readonly lane?: 'token';
}

export const methodOf = ({ method }: Request): string => method ?? 'GET';

/**
 * The same for two requests exactly when they are written the same: method, address, headers with
 * their case, body.
 */
export const keyOf = (request: Request): string =>
  JSON.stringify([
    methodOf(request),
    request.url,
    [...(request.headers ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)),
    request.body ?? null,
  ]);

/**
 * Origin and path of an address, the path untouched: no normalising of dots, quotes or percent
 * signs.
 */
export function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  return { origin, path: path.startsWith('/') ? path : `/${path}` };
}

/**
 * Never sent a second time; or only after a 429, which says that a request was not taken (RFC 6585
 * section 4).
 */
export type Once = 'ever' | 'unless-limited';

export interface SendOptions {
  /** Send again although the same request was sent before. */
  readonly fresh?: boolean;
  /**
   * For requests that could change something. Default: requests that HTTP allows to repeat are
   * repeated.
   */
  readonly once?: Once;
}
