import type { Ticket } from '../engine/index.js';

/** The common data of requests of one kind with one outcome. */
export interface Ending {
  readonly scenario: string;
  readonly request: string;
  readonly method: string;
  readonly origin: string;
  readonly status?: number;
  /**
   * What kept it from an expected answer: a status, `timeout`, or why its connection was lost or
   * never had.
   */
  readonly error?: string;
}

/** How many numbers a row has. */
export const ROW = 6;

/**
 * Single requests as six numbers each, because objects would keep the garbage collector busy: the
 * place of its ending, when it was meant to be sent (milliseconds since the start of the schedule),
 * the lag from there to sent, the time to the first byte (NaN where none came) and the service time
 * from sent, and the response time from intended to answered.
 */
export interface Samples {
  readonly endings: readonly Ending[];
  readonly rows: Float64Array;
}

const FIRST_ROOM = 1024 * ROW;

/** Samples of an interval while they come in; their room is kept for the next. */
export class SampleRows {
  #rows = new Float64Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Puts a request that came to its end at a place: that of another, or the next. */
  put(place: number, ending: number, { intended, sent, firstByte }: Ticket, end: number): void {
    const at = place * ROW;
    if (at >= this.#rows.length) {
      const larger = new Float64Array(Math.max(FIRST_ROOM, this.#rows.length * 2));
      larger.set(this.#rows);
      this.#rows = larger;
    }
    if (place >= this.#length) this.#length = place + 1;
    const begin = sent || end;
    const rows = this.#rows;
    rows[at] = ending;
    rows[at + 1] = intended;
    rows[at + 2] = begin - intended;
    rows[at + 3] = firstByte === 0 ? Number.NaN : firstByte - sent;
    rows[at + 4] = end - begin;
    rows[at + 5] = end - intended;
  }

  /** Everything since the last call. */
  take(endings: readonly Ending[]): Samples {
    const rows = this.#rows.slice(0, this.#length * ROW);
    this.#length = 0;
    return { endings, rows };
  }
}
