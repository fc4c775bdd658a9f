import type { ProductRecord } from '../table/column.js';

/** Where products are exported to: a token of its own, and the data of one site and channel. */
export interface Destination {
  readonly id: number;
  readonly siteId: number;
  readonly channelId: number;
  readonly token: string;
  /** Undefined: nothing has been exported. */
  readonly records: readonly ProductRecord[] | undefined;
}
