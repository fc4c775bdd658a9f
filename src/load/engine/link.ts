/**
 * A pool consists of links. A link has at most one connection at a time, and opens a new connection
 * when the previous one ends.
 */

import type { Answer, Ticket } from './ticket.js';
import type { Opening, Wire, WireOwner } from './wire.js';

/** The pool, as a link uses it. */
export interface LinkHost {
  /** Returns the next waiting request that may be sent now. */
  next(): Ticket | undefined;
  /** The link can take a request. */
  idle(link: Link): void;
  /** The link was idle and has lost its connection, so it can take no request for now. */
  shut(link: Link): void;
  answered(ticket: Ticket, answer: Answer): void;
  /** The connection could not be opened, or was lost before the response was complete. */
  lost(ticket: Ticket, reason: string): void;
  opened(link: Link, opening: Opening): void;
  /** A connection could not be opened. */
  refused(link: Link, reason: string): void;
  now(): number;
  /** The most requests on one connection. If infinite, only the server closes connections. */
  readonly requestsPerConnection: number;
}

/**
 * The wait before another attempt to connect. It doubles with each further failure, up to the last
 * value.
 */
const FIRST_BACK_OFF_MS = 50;
const LAST_BACK_OFF_MS = 2000;

/** Returns the milliseconds before the next attempt. `failures` counts failures in a row. */
export function backOff(failures: number): number {
  return failures === 0 ? 0 : Math.min(LAST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1));
}

/**
 * Uses one connection after another, with at most one request in progress. This class decides when
 * a request is sent, and assigns the responses to the requests.
 */
export class Link implements WireOwner {
  pending: Ticket | undefined;
  readonly #wire: Wire;
  readonly #host: LinkHost;
  /**
   * `spent`: the previous connection was closed after its maximum number of requests. The next
   * request opens another connection.
   */
  #state: 'closed' | 'dialling' | 'open' | 'spent' = 'closed';
  #over = false;
  /**
   * Whether the connection cannot be used again, because the last response announced the end of the
   * connection or was not requested.
   */
  #leaving = false;
  /** The number of responses on the current connection. */
  #answeredHere = 0;
  /** Whether a connection was ever attempted. */
  #dialled = false;
  /** The number of connections in a row that failed or ended without a response. */
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #answer: Answer | undefined;

  constructor(wire: Wire, host: LinkHost) {
    this.#wire = wire;
    this.#host = host;
  }

  open(): void {
    this.#dial();
  }

  /** May be called only after the link reported that it is idle. */
  send(ticket: Ticket): void {
    this.pending = ticket;
    ticket.sent = this.#host.now();
    if (this.#state === 'spent') this.#dial();
    else this.#write(ticket);
  }

  /** Closes the connection of the pending request, and returns the request. */
  expire(): Ticket | undefined {
    const ticket = this.pending;
    this.pending = undefined;
    // A timeout counts as a response here, because only failed connections make the next attempt
    // wait longer.
    this.#answeredHere += 1;
    this.#reconnect('timed out');
    return ticket;
  }

  /** The caller must report the outcome of a pending request. */
  close(): void {
    this.#over = true;
    this.#state = 'closed';
    clearTimeout(this.#retry);
    this.#wire.close();
  }

  /** Whether the body of the response is needed. */
  keeps(): boolean {
    return this.pending?.keep ?? false;
  }

  // The wire calls these methods: `opened`, then `begun`, `complete` and `ready` for each response,
  // and `ended` when the connection ends.

  opened(opening: Opening): void {
    if (this.#over) return;
    this.#state = 'open';
    this.#host.opened(this, opening);
    if (this.pending) this.#write(this.pending);
    else this.ready();
  }

  begun(): void {
    if (this.pending) this.pending.firstByte = this.#host.now();
  }

  /** Stores the response. It is reported by `ready`, when the connection can be used again. */
  complete(answer: Answer, last: boolean): void {
    if (this.pending) this.#answer = answer;
    // After an unrequested response, further data of the connection cannot be assigned to a
    // request.
    this.#leaving = last || !this.pending;
  }

  ready(): void {
    this.#settle();
    if (this.#state !== 'open' || this.pending) return;
    const spent = this.#answeredHere >= this.#host.requestsPerConnection;
    if (spent || this.#leaving) {
      // The parser is still using the connection, so the connection is released later.
      this.#state = 'closed';
      setImmediate(() => (spent ? this.#retire() : this.#reconnect('connection closed')));
    } else this.#advance();
  }

  /** `unsent`: the pending request was not sent, so it does not count as a try. */
  ended(reason: string, unsent = false): void {
    if (unsent && this.pending) this.pending.tries -= 1;
    this.#reconnect(reason);
  }

  #write(ticket: Ticket): void {
    ticket.tries += 1;
    ticket.firstByte = 0;
    this.#wire.send(ticket.request.message);
  }

  /** Reports the response of the pending request, if it is complete. */
  #settle(): void {
    const answer = this.#answer;
    const ticket = this.pending;
    if (!answer || !ticket) return;
    this.#answer = undefined;
    this.pending = undefined;
    this.#answeredHere += 1;
    this.#host.answered(ticket, answer);
  }

  /** Sends the next waiting request, or reports that the link is idle. */
  #advance(): void {
    const next = this.#host.next();
    if (next) this.send(next);
    else this.#host.idle(this);
  }

  /** Closes a connection that has reached its maximum number of requests. */
  #retire(): void {
    if (this.#over || this.#state !== 'closed') return;
    this.#wire.hangUp();
    this.#state = 'spent';
    this.#advance();
  }

  #reconnect(reason: string): void {
    // A spent link has no connection, and opens one only for its next request.
    if (this.#over || this.#state === 'spent') return;
    const dialling = this.#state === 'dialling';
    if (this.#state === 'open' && !this.pending) this.#host.shut(this);
    this.#state = 'closed';
    // If the response has no length, its body ends with the connection: it is complete now.
    this.#wire.hangUp();
    this.#settle();
    const fruitless = dialling || (this.#dialled && this.#answeredHere === 0);
    this.#failures = fruitless ? this.#failures + 1 : 0;
    if (dialling) this.#host.refused(this, reason);
    this.#answer = undefined;
    const ticket = this.pending;
    this.pending = undefined;
    if (ticket) this.#host.lost(ticket, reason);
    const wait = backOff(this.#failures);
    clearTimeout(this.#retry);
    if (wait === 0) this.#dial();
    else this.#retry = setTimeout(() => this.#dial(), wait);
  }

  #dial(): void {
    if (this.#over) return;
    this.#state = 'dialling';
    this.#dialled = true;
    this.#leaving = false;
    this.#answeredHere = 0;
    this.#wire.dial();
  }
}
