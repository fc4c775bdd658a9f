/** The scripts that the servers follow in a scenario, and the tasks that a client can be given. */

import type { Reading } from '../../src/protocol/platform/next-cursor.js';

/** If a member is missing, the server behaves as its specification says. */
export interface Script {
  readonly tokens?: TokenScript;
  readonly templates?: TemplatesScript;
  readonly products?: ProductsScript;
  readonly walk?: WalkScript;
  /**
   * The server that redirects every request to the host of the export API. Its status 307 tells the
   * client to keep the method and the body.
   */
  readonly redirects?: 'token' | 'templates';
}

export interface TokenScript {
  /**
   * This number is sent as `expires_in`. The default is 3600, so that no client renews its token
   * during a scenario.
   */
  readonly lifetimeSeconds?: number;
  /** Delays the issue of a token, so that calls that start together overlap. The default is 0. */
  readonly delayMs?: number;
  /**
   * Delays the response after the token is issued, which shortens its usable lifetime. The default
   * is 0.
   */
  readonly lateMs?: number;
  /** Every token request returns 401, because the secret is wrong. */
  readonly refuses?: boolean;
  /** Responses contain a refresh token, which a client must not use. */
  readonly offersRefresh?: boolean;
  /** The secret contains reserved characters of a form: `+ / & = % :`. */
  readonly reservedSecret?: boolean;
  /** The responses to the first token requests, in this order. The next token request succeeds. */
  readonly first?: readonly TemporaryRefusal[];
}

export interface TemporaryRefusal {
  readonly status: 429 | 503;
  /** By default the response has no `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** `Retry-After` is an HTTP date instead of seconds (RFC 9110 section 10.2.3). */
  readonly asDate?: boolean;
}

export interface TemplatesScript {
  /** The milliseconds until a response is returned. The default is 0. */
  readonly delayMs?: number;
  /**
   * Numbers of the calls that return 401, counted from 1. Each of these calls also revokes all
   * tokens that were issued before.
   */
  readonly rejects?: readonly number[] | 'all';
  /** Numbers of the calls that return 403, counted from 1. Their token stays valid. */
  readonly forbids?: readonly number[];
}

export interface ProductsScript {
  readonly count: number;
  readonly error?: ExportError;
  /** The milliseconds until a page is returned. The default is 0. */
  readonly delayMs?: number;
  /**
   * The server reduces a larger requested limit to this number, and returns the reduced limit as
   * `meta.limit`.
   */
  readonly mostPerPage?: number;
  /**
   * `meta.total` of the first page, if it differs from the other pages. This happens if records are
   * removed while the client is paging.
   */
  readonly firstTotal?: number;
}

export type ExportError = 'wrong-destination' | 'no-data';

/**
 * How the server marks the last page of a collection. With two values there is no last page: after
 * the records, `cycle` returns to the first page, and `ever-empty` returns only empty pages.
 */
export type WalkEnd = 'zero' | 'null' | 'last-id' | 'empty-page' | 'cycle' | 'ever-empty';

export interface WalkScript {
  readonly collection: string;
  readonly count: number;
  /** The meaning of `meta.cursor.next` in the responses. */
  readonly reading: Reading;
  readonly end: WalkEnd;
}

/** The values of `ASSAY_TASK`. A client that does not implement a task ends with exit code 64. */
export const tasks = {
  'list-templates N': 'call the template list N times, one after the other, with one client',
  'list-templates-at-once N': 'call the template list N times at once, with one client',
  'list-templates-for SECONDS':
    'call the template list about every 200 ms for this number of seconds, with one client',
  'export-all LIMIT':
    'page through all products of the v2 route by offset with this limit; print their ids, a line each',
  'export-legacy': 'call the deprecated route of the site and channel once',
  'export-legacy-filtered COLUMN VALUE': 'call the deprecated filtered route once',
  'export-read-error MEDIA-TYPE':
    'call the v2 route once with this Accept, which returns an error, and print the text of the error unchanged',
  'walk COLLECTION LIMIT':
    'follow meta.cursor.next through a platform collection with this limit; print the ids, a line each',
} as const;
