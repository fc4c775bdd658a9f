import type { ProductRecord } from '../table/column.js';

/** A destination has its own token, and the data of one site and channel. */
export interface Destination {
  readonly id: number;
  readonly siteId: number;
  readonly channelId: number;
  readonly token: string;
  /** The records are undefined if nothing has been exported. */
  readonly records: readonly ProductRecord[] | undefined;
}
