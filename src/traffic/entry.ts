import type { Gap, Gaps, Header } from '../http/index.js';
import type { ExchangeAnswer, ExchangeEvent } from '../schema/types.js';

/**
 * A request and its answer as they were recorded. Secrets may appear by name, such as
 * `${EXPORT_TOKEN}`.
 */
export interface Entry {
  /** Its number in the ledger. */
  readonly id: number;
  readonly interface: string;
  /** Milliseconds since the epoch, and how long the answer took. */
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  /** Without a fragment. */
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string | undefined;
  /** Undefined where none came. */
  readonly answer?: RecordedAnswer | undefined;
  /** Why the request is not known whole. */
  readonly requestGap?: Gap | undefined;
  readonly lost?: ExchangeEvent['lost'];
  /** The event that it was read from. */
  readonly event?: ExchangeEvent | undefined;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: readonly Header[];
  /** Decoded from its content coding; undefined where it is not there whole. */
  readonly body: Buffer | undefined;
  /** What was not recorded of it. */
  readonly gaps?: Gaps | undefined;
  readonly issued?: ExchangeAnswer['issued'];
}
