/** The options of the reference server. */

import type { Change } from './behaviour.js';
import type { Identity } from './credentials.js';
import type { Dialect } from './dialect.js';
import type { ProductRecord } from './table/column.js';
import type { BaseUrls } from './target.js';
import type { Mount } from './wire/call.js';
import type { Latency, RateLimit } from './wire/pace.js';

/** The options of the reference server. */
export interface ReferenceOptions {
  /** The address on which the server listens. Default `127.0.0.1`. */
  readonly host?: string;
  /**
   * The port. Default 0, which chooses any free port. With `separatePorts` it is the first of five
   * consecutive ports, unless it is 0.
   */
  readonly port?: number;
  /** Whether each interface has its own port. Default false. */
  readonly separatePorts?: boolean;
  /**
   * The path of each base URL, with a leading slash, or empty. On one port the paths must differ.
   */
  readonly prefixes?: Partial<Record<Mount, string>>;
  /** The data of the main destination. Default: the reference dataset of 1,000 products. */
  readonly records?: readonly ProductRecord[];
  /**
   * Other data of the main destination, served after a number of requests to the export API.
   * Default: the data never changes.
   */
  readonly later?: { readonly from: number; readonly records: readonly ProductRecord[] };
  /** The lifetime of an access token in seconds. Default 300. */
  readonly tokenLifetime?: number;
  /** Returns the time in milliseconds since the epoch. Default `Date.now`. */
  readonly clock?: () => number;
  /** A rate limit. Default: none. */
  readonly rateLimit?: RateLimit;
  /** A delay before each response. Default: none. */
  readonly latencyMs?: Latency;
  /** The headers that the platform API requires. Default `X-Auth-Token`. */
  readonly platformHeaders?: Readonly<Record<string, string>>;
  /**
   * Makes the content of `/openapi.json` on each port from the addresses of the interfaces. By
   * default there is none.
   */
  readonly openApi?: (baseUrls: BaseUrls) => unknown;
  /** The behaviour where the specification allows several ways. */
  readonly dialect?: Partial<Dialect>;
  /** Replaces functions of the server. It is applied after `defects`. */
  readonly behaviour?: Change;
  /**
   * The credentials, and the data except the products of the main destination. Default: the
   * built-in credentials and data.
   */
  readonly identity?: Partial<Identity>;
  /** The ids of the defects of the server. */
  readonly defects?: readonly string[];
}

/** The default path of each base URL. */
export const PREFIXES: Readonly<Record<Mount, string>> = {
  export: '/export-api',
  templates: '/etm',
  auth: '/auth',
  platform: '/core',
  handover: '/cde',
};
