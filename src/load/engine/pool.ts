/** The connections to one origin, and the requests that wait for a free connection. */

import { type EngineName, engines } from './engines.js';
import type { Limiter } from './limiter.js';
import { Link, type LinkHost } from './link.js';
import { Queue } from './queue.js';
import type { Answer, Outcome, Ticket } from './ticket.js';
import type { Opening, WireOptions } from './wire.js';

export interface PoolOptions extends WireOptions {
  /** The default engine is autocannon. */
  readonly engine?: EngineName;
  /** By default a connection sends as many requests as the server allows. */
  readonly requestsPerConnection?: number;
  /** The function is called for each opened connection. */
  readonly opened?: (opening: Opening) => void;
  /** The maximum number of requests that wait for a connection. */
  readonly backlog: number;
  /** By default the rate is not limited. */
  readonly limit?: Limiter | undefined;
  /** A monotonic clock in milliseconds. The default is `performance.now`. */
  readonly now?: () => number;
}

/** The counts since the start of the pool. */
interface PoolCounts {
  connected: number;
  connectFailures: number;
  /** The failures to connect, by reason. */
  readonly refusals: Record<string, number>;
  /** Requests that were sent again because their connection was lost. */
  resent: number;
}

export interface Pool {
  readonly counts: Readonly<PoolCounts>;
  /**
   * Sends a request on an idle connection, or queues it until a connection is idle. `settle` of the
   * ticket is called exactly once.
   */
  submit(ticket: Ticket): void;
  /** Closes all connections. Pending requests fail, and waiting requests are dropped. */
  close(reason: string): Promise<void>;
}

/** The maximum number of attempts to send a request that may be repeated. */
const MAX_TRIES = 3;

/** The interval at which requests that have reached their timeout are searched for. */
const SWEEP_MS = 20;

/** `openPool` waits no longer than this, even if connections are still being opened. */
const OPENING_MS = 2000;

/** Resolves when every connection is open or has failed once, or after `OPENING_MS`. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const pool = new Connections(options);
  const patience = setTimeout(pool.stopWaiting, OPENING_MS);
  await pool.opening;
  clearTimeout(patience);
  return pool;
}

class Connections implements Pool, LinkHost {
  readonly counts: PoolCounts = { connected: 0, connectFailures: 0, refusals: {}, resent: 0 };
  readonly requestsPerConnection: number;
  /** Resolves when every connection was attempted, or when `stopWaiting` is called. */
  readonly opening: Promise<void>;
  stopWaiting = (): void => {};
  readonly now: () => number;
  readonly #options: PoolOptions;
  /** Each link has at most one connection at a time, and replaces it when it ends. */
  readonly #links: Link[] = [];
  readonly #idle: Link[] = [];
  /** Requests whose connection was lost. They are sent before the waiting requests. */
  readonly #again = new Queue<Ticket>();
  readonly #waiting = new Queue<Ticket>();
  readonly #wires: { close(): Promise<void> };
  readonly #sweeper: NodeJS.Timeout;
  /** The links whose first attempt to connect has not ended. */
  readonly #unattempted: Set<Link>;
  #closed = false;
  #limitTimer: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.now = options.now ?? (() => performance.now());
    this.requestsPerConnection = options.requestsPerConnection ?? Number.POSITIVE_INFINITY;
    this.opening = new Promise((resolve) => {
      this.stopWaiting = resolve;
    });
    this.#wires = engines[options.engine ?? 'autocannon'](options, (wire) => {
      const link = new Link(wire, this);
      this.#links.push(link);
      return link;
    });
    this.#unattempted = new Set(this.#links);
    for (const link of this.#links) link.open();
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
  }

  submit(ticket: Ticket): void {
    if (this.#closed) this.#settle(ticket, { kind: 'dropped', reason: 'the run has ended' });
    else if (this.#again.length + this.#waiting.length >= this.#options.backlog)
      this.#settle(ticket, { kind: 'dropped', reason: 'the backlog was full' });
    else {
      this.#waiting.push(ticket);
      if (this.#idle.length > 0) this.#drain();
    }
  }

  async close(reason: string): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeper);
    clearTimeout(this.#limitTimer);
    const unfinished = this.#links.map((link) => link.pending);
    for (const link of this.#links) link.close();
    for (const ticket of unfinished) if (ticket) this.#settle(ticket, { kind: 'failed', reason });
    for (const queue of [this.#again, this.#waiting]) {
      for (let ticket = queue.shift(); ticket; ticket = queue.shift())
        this.#settle(ticket, { kind: 'dropped', reason });
    }
    await this.#wires.close();
  }

  next(): Ticket | undefined {
    const length = this.#again.length + this.#waiting.length;
    if (this.#closed || length === 0 || !this.#isAllowed()) return undefined;
    return this.#again.shift() ?? this.#waiting.shift();
  }

  idle(link: Link): void {
    this.#idle.push(link);
  }

  shut(link: Link): void {
    const at = this.#idle.indexOf(link);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  answered(ticket: Ticket, answer: Answer): void {
    this.#settle(ticket, { kind: 'answered', answer });
  }

  lost(ticket: Ticket, reason: string): void {
    // A request that was never written had no effect on the server, so it is always sent again.
    const written = ticket.tries > 0;
    const isFinal = written && (!ticket.request.repeatable || ticket.tries >= MAX_TRIES);
    if (this.#closed || isFinal) {
      this.#settle(ticket, { kind: 'failed', reason });
      return;
    }
    if (written) this.counts.resent += 1;
    this.#again.push(ticket);
    this.#drain();
  }

  opened(link: Link, times: Opening): void {
    this.counts.connected += 1;
    this.#options.opened?.(times);
    this.#attemptEnded(link);
  }

  refused(link: Link, reason: string): void {
    const { refusals } = this.counts;
    this.counts.connectFailures += 1;
    refusals[reason] = (refusals[reason] ?? 0) + 1;
    this.#attemptEnded(link);
  }

  #attemptEnded(link: Link): void {
    this.#unattempted.delete(link);
    if (this.#unattempted.size === 0) this.stopWaiting();
  }

  #settle(ticket: Ticket, outcome: Outcome): void {
    ticket.settle(ticket, outcome, this.now());
  }

  /** Sends waiting requests on idle connections, as fast as the rate limit allows. */
  readonly #drain = (): void => {
    clearTimeout(this.#limitTimer);
    this.#limitTimer = undefined;
    while (this.#idle.length > 0) {
      const ticket = this.next();
      if (!ticket) return;
      this.#idle.pop()?.send(ticket);
    }
  };

  /**
   * Whether the rate limit allows a request now. If so, the request counts as sent. Otherwise
   * `#drain` is called when the limit allows it.
   */
  #isAllowed(): boolean {
    const wait = this.#options.limit?.take(this.now()) ?? 0;
    if (wait > 0) this.#limitTimer ??= setTimeout(this.#drain, wait);
    return wait === 0;
  }

  /** Ends the sent and the waiting requests that have reached their timeout. */
  #sweep(): void {
    const oldest = this.now() - this.#options.timeout;
    for (const link of this.#links) {
      if (!link.pending || link.pending.sent > oldest) continue;
      const ticket = link.expire();
      if (ticket) this.#settle(ticket, { kind: 'timed-out' });
    }
    for (const queue of [this.#again, this.#waiting]) {
      for (let head = queue.peek(); head && head.intended <= oldest; head = queue.peek()) {
        queue.shift();
        this.#settle(head, { kind: 'dropped', reason: 'no connection was free in time' });
      }
    }
  }
}
