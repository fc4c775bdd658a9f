/** A recorded exchange that is tested. */

import type { Gap, Gaps, Header } from '../http/index.js';
import type { ExchangeAnswer, ExchangeEvent } from '../schema/types.js';

/** Secrets may appear as names, such as `${EXPORT_TOKEN}`. */
export interface Entry {
  /** The number of the exchange in the ledger. */
  readonly id: number;
  readonly interface: string;
  /** When the request was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  /** Without a fragment. */
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string | undefined;
  /** undefined if no response arrived. */
  readonly answer?: RecordedAnswer | undefined;
  /** Why the request is incomplete. */
  readonly requestGap?: Gap | undefined;
  readonly lost?: ExchangeEvent['lost'];
  /** The ledger event from which the entry was read. */
  readonly event?: ExchangeEvent | undefined;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  /** Without its content coding; undefined if it is incomplete. */
  readonly body: Buffer | undefined;
  readonly gaps?: Gaps | undefined;
  readonly issued?: ExchangeAnswer['issued'];
}
