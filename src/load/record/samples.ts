/** Stores single requests as rows of numbers. */

import type { Ticket } from '../engine/ticket.js';

/** The part of a sample that many requests share. */
export interface Ending {
  readonly scenario: string;
  readonly request: string;
  readonly method: string;
  readonly origin: string;
  readonly status?: number;
  /**
   * An unexpected status, `timeout`, or the reason why the connection was lost or the request was
   * never sent.
   */
  readonly error?: string;
}

/** The number of values in a row. */
export const ROW = 6;

/**
 * Samples are single requests. Objects would burden the garbage collector, so each sample is a row
 * of six numbers, with all times in milliseconds:
 *
 * 1. the index of its ending
 * 2. the scheduled time since the start of the schedule
 * 3. the lag, which is the time from the scheduled time to sending
 * 4. the time from sending to the first byte, or NaN without a response
 * 5. the service time, which is the time from sending to the end
 * 6. the response time, which is the time from the scheduled time to the end
 */
export interface Samples {
  readonly endings: readonly Ending[];
  readonly rows: Float64Array;
}

/** The first buffer is large enough for 1024 samples. */
const FIRST_ROOM = 1024 * ROW;

/** Collects the samples of one interval. The memory is reused for the next interval. */
export class SampleRows {
  #rows = new Float64Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Stores a sample at a position. An earlier sample at this position is replaced. */
  put(place: number, ending: number, { intended, sent, firstByte }: Ticket, end: number): void {
    const at = place * ROW;
    if (at >= this.#rows.length) {
      const larger = new Float64Array(Math.max(FIRST_ROOM, this.#rows.length * 2));
      larger.set(this.#rows);
      this.#rows = larger;
    }
    if (place >= this.#length) this.#length = place + 1;
    // `sent` is 0 if the request was never sent.
    const begin = sent || end;
    const rows = this.#rows;
    rows[at] = ending;
    rows[at + 1] = intended;
    rows[at + 2] = begin - intended;
    rows[at + 3] = firstByte === 0 ? Number.NaN : firstByte - sent;
    rows[at + 4] = end - begin;
    rows[at + 5] = end - intended;
  }

  /** Returns the samples of the interval, and starts the next interval. */
  take(endings: readonly Ending[]): Samples {
    const rows = this.#rows.slice(0, this.#length * ROW);
    this.#length = 0;
    return { endings, rows };
  }
}
