import type { Reading } from '../../src/protocol/platform/next-cursor.js';

/**
 * How the servers behave while a client does its task. Without a setting they behave as the
 * document says.
 */
export interface Script {
  readonly tokens?: TokenScript;
  readonly templates?: TemplatesScript;
  readonly products?: ProductsScript;
  readonly walk?: WalkScript;
  /**
   * This server redirects to the host of the export API, with 307, so that method and body are
   * kept.
   */
  readonly redirects?: 'token' | 'templates';
}

export interface TokenScript {
  /** Lifetime of a token, `expires_in`. Default 3600: longer than any margin before its end. */
  readonly lifetimeSeconds?: number;
  /**
   * Milliseconds before a token is issued, so that calls which start together overlap. Default 0.
   */
  readonly delayMs?: number;
  /**
   * Milliseconds between the issue of a token and the response, which reduce its lifetime. Default
   * 0.
   */
  readonly lateMs?: number;
  /** The secret that the client was given is wrong: every token request returns 401. */
  readonly refuses?: boolean;
  /** Responses contain a refresh token, which no client should use. */
  readonly offersRefresh?: boolean;
  /** The secret contains reserved characters of a form: `+ / & = % :`. */
  readonly reservedSecret?: boolean;
  /** Responses to the first requests; the next one receives its token. */
  readonly first?: readonly Hindrance[];
}

export interface Hindrance {
  readonly status: 429 | 503;
  /** `Retry-After`. Default: none. */
  readonly retryAfterSeconds?: number;
  /** The pause is written as an HTTP date (RFC 9110 section 10.2.3). */
  readonly asDate?: boolean;
}

export interface TemplatesScript {
  readonly delayMs?: number;
  /** At these calls, counted from 1, all tokens that were issued so far are revoked. */
  readonly rejects?: readonly number[] | 'all';
  /** These calls, counted from 1, return 403; their token stays valid. */
  readonly forbids?: readonly number[];
}

export interface ProductsScript {
  readonly count: number;
  /** The route returns this error instead. */
  readonly error?: ExportError;
  /** Milliseconds that a page takes. Default 0. */
  readonly delayMs?: number;
  /** The greatest number of records on a page, whatever the limit; `meta.limit` contains it. */
  readonly mostPerPage?: number;
  /**
   * `meta.total` of the first page only, as if records were removed while the client was reading.
   */
  readonly firstTotal?: number;
}

export type ExportError = 'wrong-destination' | 'no-data';

/**
 * How the last page is marked. In two scripts there is no last page: `cycle` leads back to the
 * first page, `ever-empty` to one empty page after another.
 */
export type WalkEnd = 'zero' | 'null' | 'last-id' | 'empty-page' | 'cycle' | 'ever-empty';

export interface WalkScript {
  readonly collection: string;
  readonly count: number;
  readonly reading: Reading;
  readonly end: WalkEnd;
}

/**
 * The tasks that `ASSAY_TASK` may name, and what a client does for each. Exit code 64: the client
 * has no such task.
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
