/** How the servers behave while a client does its task. What is left out behaves as the document says. */
export interface Script {
  readonly tokens?: TokenScript;
  readonly templates?: TemplatesScript;
  readonly products?: ProductsScript;
  readonly walk?: WalkScript;
}

export interface TokenScript {
  /** Lifetime of a token, `expires_in`. Default 300. */
  readonly lifetimeSeconds?: number;
  /** Milliseconds that a token takes: calls that start together are then seen to. Default 0. */
  readonly delayMs?: number;
  /** The secret that the client was given is wrong: every request is answered 401. */
  readonly refuses?: boolean;
  /** A refresh token is offered although none should be, and no client should take it. */
  readonly offersRefresh?: boolean;
  /** The first requests are answered so; the next one gets its token. */
  readonly first?: readonly Hindrance[];
}

export interface Hindrance {
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;
}

export interface TemplatesScript {
  readonly delayMs?: number;
  /** These calls, counted from 1, find their token revoked, and so does every token issued until then. */
  readonly rejects?: readonly number[] | 'all';
}

export interface ProductsScript {
  readonly count: number;
  /** The route answers this error instead. */
  readonly error?: ExportError;
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
