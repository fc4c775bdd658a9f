import type { Change } from './behaviour.js';
import type { Identity } from './credentials.js';
import type { Dialect } from './dialect.js';
import type { ProductRecord } from './table/column.js';
import type { BaseUrls } from './target.js';
import type { Mount } from './wire/call.js';
import type { Latency, RateLimit } from './wire/pace.js';

export interface ReferenceOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any free port. With `separatePorts` the first of five in a row, unless it is 0. */
  readonly port?: number;
  /** A port for each interface instead of one for all. Default false. */
  readonly separatePorts?: boolean;
  /**
   * The path of each base URL, with a leading slash, or empty. On one port no two may be the same.
   */
  readonly prefixes?: Partial<Record<Mount, string>>;
  /** The data of the main destination. Default: the reference dataset of 1,000 products. */
  readonly records?: readonly ProductRecord[];
  /**
   * Other data of the main destination, served after a number of requests to the export API.
   * Default: the same.
   */
  readonly later?: { readonly from: number; readonly records: readonly ProductRecord[] };
  /** Seconds that an access token lives. Default 300. */
  readonly tokenLifetime?: number;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly clock?: () => number;
  /** Default: no limit. */
  readonly rateLimit?: RateLimit;
  /** Default: none. */
  readonly latencyMs?: Latency;
  /** The headers that the platform API requires. Default `X-Auth-Token`. */
  readonly platformHeaders?: Readonly<Record<string, string>>;
  /**
   * Makes what is served at `/openapi.json` of each port, given where the interfaces are. Default:
   * nothing is.
   */
  readonly openApi?: (baseUrls: BaseUrls) => unknown;
  /** How the server settles what the document leaves open. */
  readonly dialect?: Partial<Dialect>;
  /** Replaces pieces of the server. Applied after `defects`. */
  readonly behaviour?: Change;
  /**
   * The credentials, and the data besides the products of the main destination. Default: its own
   * target.
   */
  readonly identity?: Partial<Identity>;
  /** Ids of defects to break it with. */
  readonly defects?: readonly string[];
}

export const PREFIXES: Readonly<Record<Mount, string>> = {
  export: '/export-api',
  templates: '/etm',
  auth: '/auth',
  platform: '/core',
  handover: '/cde',
};
