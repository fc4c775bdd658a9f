/** The scripts that the servers follow in a scenario, and the tasks that a client can be given. */

import type { Reading } from '../../src/protocol/platform/next-cursor.js';

/**
 * How the servers behave during a task. A server without a setting behaves as its specification
 * says.
 */
export interface Script {
  readonly tokens?: TokenScript;
  readonly templates?: TemplatesScript;
  readonly products?: ProductsScript;
  readonly walk?: WalkScript;
  /**
   * The server that redirects every request to the host of the export API. The status 307 tells the
   * client to keep the method and the body.
   */
  readonly redirects?: 'token' | 'templates';
}

/** How the token endpoint behaves. */
export interface TokenScript {
  /**
   * The lifetime of a token, sent as `expires_in`. Default 3600, which is longer than any renewal
   * margin.
   */
  readonly lifetimeSeconds?: number;
  /**
   * Milliseconds until a token is issued, so that calls that start together overlap. Default 0.
   */
  readonly delayMs?: number;
  /**
   * Milliseconds between the issue of a token and its response. This delay shortens the usable
   * lifetime of the token. Default 0.
   */
  readonly lateMs?: number;
  /** The client's secret is wrong: every token request returns 401. */
  readonly refuses?: boolean;
  /** Responses contain a refresh token, which a client must not use. */
  readonly offersRefresh?: boolean;
  /** The secret contains reserved characters of a form: `+ / & = % :`. */
  readonly reservedSecret?: boolean;
  /**
   * The refusals of the first token requests, in their order. The token request after them receives
   * a token.
   */
  readonly first?: readonly TemporaryRefusal[];
}

/** A temporary refusal of a token request. */
export interface TemporaryRefusal {
  readonly status: 429 | 503;
  /** The value of `Retry-After`. Default: the response has no such header. */
  readonly retryAfterSeconds?: number;
  /** `Retry-After` is an HTTP date instead of seconds (RFC 9110 section 10.2.3). */
  readonly asDate?: boolean;
}

/** How the template API behaves. */
export interface TemplatesScript {
  readonly delayMs?: number;
  /**
   * The numbers of the calls, counted from 1, that return 401 because all tokens issued so far are
   * revoked.
   */
  readonly rejects?: readonly number[] | 'all';
  /** The numbers of the calls, counted from 1, that return 403. Their token stays valid. */
  readonly forbids?: readonly number[];
}

/** How the export API behaves. */
export interface ProductsScript {
  readonly count: number;
  /** The route returns this error instead of records. */
  readonly error?: ExportError;
  /** Milliseconds until a page is returned. Default 0. */
  readonly delayMs?: number;
  /**
   * The maximum number of records on a page, regardless of the requested limit. `meta.limit`
   * contains this number.
   */
  readonly mostPerPage?: number;
  /**
   * `meta.total` of the first page only, as if records were removed while the client was paging.
   */
  readonly firstTotal?: number;
}

export type ExportError = 'wrong-destination' | 'no-data';

/**
 * How the last page of a collection is marked. Two values have no last page: with `cycle` the walk
 * returns to the first page, with `ever-empty` one empty page follows another.
 */
export type WalkEnd = 'zero' | 'null' | 'last-id' | 'empty-page' | 'cycle' | 'ever-empty';

/** How the platform API behaves. */
export interface WalkScript {
  readonly collection: string;
  readonly count: number;
  /** The meaning of `meta.cursor.next` in the responses. */
  readonly reading: Reading;
  readonly end: WalkEnd;
}

/**
 * The tasks that `ASSAY_TASK` can name, with a description. A client that does not implement a task
 * ends with exit code 64.
 */
export const tasks = {
  'list-templates N': 'call the template list N times, one after the other, with one client',
  'list-templates-at-once N': 'call the template list N times at once, with one client',
  'list-templates-for SECONDS':
    'call the template list about every 200 ms for this long, with one client',
  'export-all LIMIT':
    'page through all products of the v2 route by offset with this limit; print their ids, a line each',
  'export-legacy': 'call the deprecated route of the site and channel once',
  'export-legacy-filtered COLUMN VALUE': 'call the deprecated filtered route once',
  'export-read-error MEDIA-TYPE':
    'call the v2 route once with this Accept; the answer is an error: print its text unchanged',
  'walk COLLECTION LIMIT':
    'follow meta.cursor.next through a platform collection with this limit; print the ids, a line each',
} as const;
