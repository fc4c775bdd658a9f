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
   * Default 0, which chooses any free port. With `separatePorts` it is the first of five
   * consecutive ports, unless it is 0.
   */
  readonly port?: number;
  /** Each interface has its own port. Default false. */
  readonly separatePorts?: boolean;
  /** With a leading slash, or empty. On one port the paths must differ. */
  readonly prefixes?: Partial<Record<Mount, string>>;
  /** The main destination. Default: the reference dataset of 1,000 products. */
  readonly records?: readonly ProductRecord[];
  /**
   * Served instead of `records` after a number of requests to the export API. Default: the data
   * never changes.
   */
  readonly later?: { readonly from: number; readonly records: readonly ProductRecord[] };
  /** In seconds. Default 300. */
  readonly tokenLifetime?: number;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly clock?: () => number;
  /** Default: none. */
  readonly rateLimit?: RateLimit;
  /** Before each response. Default: none. */
  readonly latencyMs?: Latency;
  /** Required by the platform API. Default `X-Auth-Token`. */
  readonly platformHeaders?: Readonly<Record<string, string>>;
  /** Makes the content of `/openapi.json` on each port. By default there is none. */
  readonly openApi?: (baseUrls: BaseUrls) => unknown;
  /** Where the specification allows several ways. */
  readonly dialect?: Partial<Dialect>;
  /** Replaces functions of the server, after `defects`. */
  readonly behaviour?: Change;
  /**
   * Credentials, and data except the products of the main destination. Default: the built-in
   * credentials and data.
   */
  readonly identity?: Partial<Identity>;
  readonly defects?: readonly string[];
}

export const PREFIXES: Readonly<Record<Mount, string>> = {
  export: '/export-api',
  templates: '/etm',
  auth: '/auth',
  platform: '/core',
  handover: '/cde',
};
