/**
 * One connection slot of a pool: opens connections one after the other and sends one request at a
 * time.
 */

import type { Answer, Ticket } from './ticket.js';
import type { Opening, Wire, WireOwner } from './wire.js';

/** The functions of the pool that a link uses. */
export interface LinkHost {
  /** The next request to send, if there is one. */
  next(): Ticket | undefined;
  /** Called when the link can take a request. */
  idle(link: Link): void;
  /** Called when the link can take no more requests. */
  shut(link: Link): void;
  answered(ticket: Ticket, answer: Answer): void;
  /** Called when the connection was lost before the response was complete. */
  lost(ticket: Ticket, reason: string): void;
  /** Called when a connection was opened. */
  opened(opening: Opening): void;
  /** Called when a connection could not be opened. */
  refused(reason: string): void;
  now(): number;
  /**
   * The number of requests for one connection. If it is infinite, only the target closes
   * connections.
   */
  readonly requestsPerConnection: number;
}

/**
 * The wait after the first failed connection. With each further failure it doubles, up to the last
 * value.
 */
const FIRST_BACK_OFF_MS = 50;
const LAST_BACK_OFF_MS = 2000;

/** The milliseconds to wait before the next attempt, after a number of failures in a row. */
export function backOff(failures: number): number {
  return failures === 0 ? 0 : Math.min(LAST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1));
}

/**
 * Uses one connection after another, with at most one request in progress. For every engine this
 * class decides which request is sent when, and which response belongs to it.
 */
export class Link implements WireOwner {
  pending: Ticket | undefined;
  readonly #wire: Wire;
  readonly #host: LinkHost;
  /**
   * `spent` means that the connection has sent its number of requests. The next request opens
   * another connection.
   */
  #state: 'closed' | 'dialling' | 'open' | 'spent' = 'closed';
  #over = false;
  /** Set if the last response on this connection announced that the connection will be closed. */
  #leaving = false;
  #answeredHere = 0;
  #dialled = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #answer: Answer | undefined;

  constructor(wire: Wire, host: LinkHost) {
    this.#wire = wire;
    this.#host = host;
  }

  /** Opens the first connection. */
  open(): void {
    this.#dial();
  }

  /** Sends a request. It may be called only after the link reported that it is idle. */
  send(ticket: Ticket): void {
    this.pending = ticket;
    ticket.sent = this.#host.now();
    if (this.#state === 'spent') this.#dial();
    else this.#write(ticket);
  }

  /** Gives up the pending request and returns it. Its connection cannot be used any more. */
  expire(): Ticket | undefined {
    const ticket = this.pending;
    this.pending = undefined;
    // A timeout counts as a response here, because only failed connections make the next attempt
    // wait longer.
    this.#answeredHere += 1;
    this.#reconnect('timed out');
    return ticket;
  }

  /** Ends the link. The caller must report the outcome of a pending request. */
  close(): void {
    this.#over = true;
    this.#state = 'closed';
    clearTimeout(this.#retry);
    this.#wire.close();
  }

  keeps(): boolean {
    return this.pending?.keep ?? false;
  }

  opened(opening: Opening): void {
    if (this.#over) return;
    this.#state = 'open';
    this.#host.opened(opening);
    if (this.pending) this.#write(this.pending);
    else this.ready();
  }

  begun(): void {
    if (this.pending) this.pending.firstByte = this.#host.now();
  }

  complete(answer: Answer, last: boolean): void {
    if (this.pending) this.#answer = answer;
    // After an unrequested response, no further data on this connection can be assigned to a
    // request.
    this.#leaving = last || !this.pending;
  }

  ready(): void {
    this.#settle();
    if (this.#state !== 'open' || this.pending) return;
    const spent = this.#answeredHere >= this.#host.requestsPerConnection;
    if (spent || this.#leaving) {
      // The parser may still use the connection until it returns, so the connection is released
      // after that.
      this.#state = 'closed';
      setImmediate(() => (spent ? this.#retire() : this.#reconnect('connection closed')));
    } else this.#advance();
  }

  ended(reason: string, unsent = false): void {
    if (unsent && this.pending) this.pending.tries -= 1;
    this.#reconnect(reason);
  }

  #write(ticket: Ticket): void {
    ticket.tries += 1;
    ticket.firstByte = 0;
    this.#wire.send(ticket.request.message);
  }

  #settle(): void {
    const answer = this.#answer;
    const ticket = this.pending;
    if (!answer || !ticket) return;
    this.#answer = undefined;
    this.pending = undefined;
    this.#answeredHere += 1;
    this.#host.answered(ticket, answer);
  }

  #advance(): void {
    const next = this.#host.next();
    if (next) this.send(next);
    else this.#host.idle(this);
  }

  #retire(): void {
    if (this.#over || this.#state !== 'closed') return;
    this.#wire.hangUp();
    this.#state = 'spent';
    this.#advance();
  }

  #reconnect(reason: string): void {
    if (this.#over || this.#state === 'spent') return;
    const dialling = this.#state === 'dialling';
    if (this.#state === 'open' && !this.pending) this.#host.shut(this);
    this.#state = 'closed';
    // For a body without a length, the end of the connection completes the body.
    this.#wire.hangUp();
    this.#settle();
    const fruitless = dialling || (this.#dialled && this.#answeredHere === 0);
    this.#failures = fruitless ? this.#failures + 1 : 0;
    if (dialling) this.#host.refused(reason);
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
