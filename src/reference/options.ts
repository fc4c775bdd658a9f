import type { Change } from './behaviour.js';
import type { Identity } from './credentials.js';
import type { Dialect } from './dialect.js';
import type { ProductRecord } from './table/column.js';
import type { BaseUrls } from './target.js';
import type { Mount } from './wire/call.js';
import type { Latency, RateLimit } from './wire/pace.js';

/** The options of the reference server. */
export interface ReferenceOptions {
  /** The address on which the server listens. The default is `127.0.0.1`. */
  readonly host?: string;
  /**
   * The port on which the server listens. The default is 0, which chooses any free port. With
   * `separatePorts` it is the first of five consecutive ports, unless it is 0.
   */
  readonly port?: number;
  /** If true, each interface has its own port. The default is false. */
  readonly separatePorts?: boolean;
  /**
   * The path prefix of each interface. It begins with a slash, or is empty. If the interfaces share
   * a port, their prefixes must differ. The default is `PREFIXES`.
   */
  readonly prefixes?: Partial<Record<Mount, string>>;
  /**
   * The records of the main destination. The default is the reference dataset of 1,000 products.
   */
  readonly records?: readonly ProductRecord[];
  /**
   * After `from` requests to the export API, the server serves these records instead of `records`.
   * By default the data never changes.
   */
  readonly later?: { readonly from: number; readonly records: readonly ProductRecord[] };
  /** The lifetime of a token in seconds. The default is 300. */
  readonly tokenLifetime?: number;
  /** The clock returns milliseconds since the epoch. The default is `Date.now`. */
  readonly clock?: () => number;
  /** By default there is no rate limit. */
  readonly rateLimit?: RateLimit;
  /** The server waits this time before each response. By default it does not wait. */
  readonly latencyMs?: Latency;
  /** The platform API requires these headers. The default is `X-Auth-Token`. */
  readonly platformHeaders?: Readonly<Record<string, string>>;
  /** Makes the content of `/openapi.json` on each port. By default this path is not served. */
  readonly openApi?: (baseUrls: BaseUrls) => unknown;
  /** Decides how the server behaves where the specification allows several ways. */
  readonly dialect?: Partial<Dialect>;
  /** Replaces functions of the server. It is applied after `defects`. */
  readonly behaviour?: Change;
  /**
   * The credentials, and all data except the products of the main destination. The default is the
   * built-in credentials and data.
   */
  readonly identity?: Partial<Identity>;
  /** The ids of deliberate defects that the server has. By default it has none. */
  readonly defects?: readonly string[];
}

/** The default path prefix of each interface. */
export const PREFIXES: Readonly<Record<Mount, string>> = {
  export: '/export-api',
  templates: '/etm',
  auth: '/auth',
  platform: '/core',
  handover: '/cde',
};
