import type { Ticket } from '../engine/index.js';

/** What requests have in common that were asked alike and ended alike. */
export interface Ending {
  readonly scenario: string;
  readonly request: string;
  readonly method: string;
  readonly origin: string;
  readonly status?: number;
  /** What kept it from an expected answer: a status, `timeout`, or why its connection was lost or never had. */
  readonly error?: string;
}

/** The times of requests, in milliseconds, a column each. */
const COLUMNS = ['at', 'lag', 'firstByte', 'service', 'response'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Requests one by one, for whoever wants to look at every one: `at` is when one was meant to be sent, since the start of
 * the schedule; `lag` from there to sent, `firstByte` (NaN where none came) and `service` from sent, and `response` from
 * intended to answered. Columns, for they are many: as objects they would keep the collector busy, and cost to hand over.
 */
export interface Samples extends Readonly<Record<Column, Float64Array>> {
  readonly endings: readonly Ending[];
  /** How each one ended, by the place in `endings`. */
  readonly ending: Uint32Array;
}

const FIRST_ROOM = 1024;

/** Samples of an interval while they come in; its room is kept for the next. */
export class SampleColumns {
  #room = 0;
  #length = 0;
  #ending = new Uint32Array();
  #times: Record<Column, Float64Array> = newTimes(0);

  get length(): number {
    return this.#length;
  }

  /** Puts a request that came to its end at a place: that of another, or the next. */
  put(place: number, ending: number, { intended, sent, firstByte }: Ticket, end: number): void {
    if (place >= this.#room) this.#grow();
    if (place >= this.#length) this.#length = place + 1;
    const { at, lag, firstByte: first, service, response } = this.#times;
    const begin = sent || end;
    this.#ending[place] = ending;
    at[place] = intended;
    lag[place] = begin - intended;
    first[place] = firstByte === 0 ? Number.NaN : firstByte - sent;
    service[place] = end - begin;
    response[place] = end - intended;
  }

  /** Everything since it was last asked. */
  take(endings: readonly Ending[]): Samples {
    const length = this.#length;
    this.#length = 0;
    const { at, lag, firstByte, service, response } = this.#times;
    return {
      endings,
      ending: this.#ending.slice(0, length),
      at: at.slice(0, length),
      lag: lag.slice(0, length),
      firstByte: firstByte.slice(0, length),
      service: service.slice(0, length),
      response: response.slice(0, length),
    };
  }

  #grow(): void {
    this.#room = Math.max(FIRST_ROOM, this.#room * 2);
    const ending = new Uint32Array(this.#room);
    ending.set(this.#ending);
    this.#ending = ending;
    const times = newTimes(this.#room);
    for (const column of COLUMNS) times[column].set(this.#times[column]);
    this.#times = times;
  }
}

const newTimes = (room: number): Record<Column, Float64Array> => ({
  at: new Float64Array(room),
  lag: new Float64Array(room),
  firstByte: new Float64Array(room),
  service: new Float64Array(room),
  response: new Float64Array(room),
});
