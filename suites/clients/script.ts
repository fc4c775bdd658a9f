/** How the servers behave while a client does its task. What is left out behaves as the document says. */
export interface Script {
  readonly tokens?: TokenScript;
  readonly templates?: TemplatesScript;
  readonly products?: ProductsScript;
  readonly walk?: WalkScript;
  /** This server answers with a redirect to another host, which is the export API's: 307, method and body are kept. */
  readonly redirects?: 'token' | 'templates';
}

export interface TokenScript {
  /** Lifetime of a token, `expires_in`. Default 3600: longer than any margin before its end. */
  readonly lifetimeSeconds?: number;
  /** Milliseconds before a token is issued: calls that start together are then seen to. Default 0. */
  readonly delayMs?: number;
  /** Milliseconds that a token is under way after it was issued: its life has begun. Default 0. */
  readonly lateMs?: number;
  /** The secret that the client was given is wrong: every request is answered 401. */
  readonly refuses?: boolean;
  /** A refresh token is offered although none should be, and no client should take it. */
  readonly offersRefresh?: boolean;
  /** The secret holds characters that mean something in a form: `+ / & = % :`. */
  readonly reservedSecret?: boolean;
  /** The first requests are answered so; the next one gets its token. */
  readonly first?: readonly Hindrance[];
}

export interface Hindrance {
  readonly status: 429 | 503;
  /** `Retry-After`; left out: there is none. */
  readonly retryAfterSeconds?: number;
  /** The pause is written as an HTTP date (RFC 9110 section 10.2.3). */
  readonly asDate?: boolean;
}

export interface TemplatesScript {
  readonly delayMs?: number;
  /** These calls, counted from 1, find their token revoked, and so does every token issued until then. */
  readonly rejects?: readonly number[] | 'all';
  /** These calls, counted from 1, are answered 403 with the token as good as before. */
  readonly forbids?: readonly number[];
}

export interface ProductsScript {
  readonly count: number;
  /** The route answers this error instead. */
  readonly error?: ExportError;
  /** Milliseconds that a page takes. Default 0. */
  readonly delayMs?: number;
  /** A page holds no more than so many, whatever limit was asked for; `meta.limit` says so. */
  readonly mostPerPage?: number;
  /** `meta.total` of the first page alone: records went while the client was reading. */
  readonly firstTotal?: number;
}

export type ExportError = 'wrong-destination' | 'no-data';

/** What `meta.cursor.next` names: the document can be read both ways. */
export type Reading = 'last-of-page' | 'first-of-next';
/**
 * How the last page says that it is the last. Two never do: `cycle` leads back to the first page, `ever-empty` to one
 * empty page after another.
 */
export type WalkEnd = 'zero' | 'null' | 'last-id' | 'empty-page' | 'cycle' | 'ever-empty';

export interface WalkScript {
  readonly collection: string;
  readonly count: number;
  readonly reading: Reading;
  readonly end: WalkEnd;
}

/** The tasks that `ASSAY_TASK` may name, and what a client does for each. Exit code 64: "I do not do that". */
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
