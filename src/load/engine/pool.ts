import { type EngineName, engines } from './engines.js';
import type { Limiter } from './limiter.js';
import { Link, type LinkHost } from './link.js';
import { Queue } from './queue.js';
import type { Outcome, Ticket } from './ticket.js';
import type { Opening, WireOptions } from './wire.js';

export interface PoolOptions extends WireOptions {
  /** What opens and writes to the connections. Default autocannon. */
  readonly engine?: EngineName;
  /** Requests per connection. Default: as many as the target allows. */
  readonly requestsPerConnection?: number;
  /** Called with each connection that was opened. */
  readonly opened?: (opening: Opening) => void;
  /** The most requests that may wait for a connection. */
  readonly backlog: number;
  /** Default none. */
  readonly limit?: Limiter | undefined;
  /** Milliseconds of a monotonic clock. Default `performance.now`. */
  readonly now?: () => number;
}

interface PoolCounts {
  connected: number;
  connectFailures: number;
  /** Requests written again because their connection was lost. */
  resent: number;
}

/** The connections of one origin and the requests that wait for them. */
export interface Pool {
  readonly counts: Readonly<PoolCounts>;
  /**
   * Sends a request on an idle connection or keeps it until one is. Its `settle` is called exactly
   * once.
   */
  submit(ticket: Ticket): void;
  /** Settles what is under way as failed and what waits as dropped, and closes the connections. */
  close(reason: string): Promise<void>;
}

const MAX_TRIES = 3;
const SWEEP_MS = 20;
const OPENING_MS = 2000;

/**
 * Opens the connections and resolves when each of them is open or has failed once, after two
 * seconds at the latest.
 */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const { connections, timeout, backlog, limit, now = () => performance.now() } = options;
  const links: Link[] = [];
  const idle: Link[] = [];
  const again = new Queue<Ticket>();
  const waiting = new Queue<Ticket>();
  const counts: PoolCounts = { connected: 0, connectFailures: 0, resent: 0 };
  let open = (): void => {};
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  let left = connections;
  const attempted = (): void => {
    left -= 1;
    if (left === 0) open();
  };
  let closed = false;
  let held: NodeJS.Timeout | undefined;

  const settle = (ticket: Ticket, outcome: Outcome): void => ticket.settle(ticket, outcome, now());
  const drain = (): void => {
    held = undefined;
    while (idle.length > 0) {
      const ticket = host.next();
      if (!ticket) return;
      idle.pop()?.send(ticket);
    }
  };
  const allowed = (): boolean => {
    const wait = limit?.take(now()) ?? 0;
    if (wait > 0) held ??= setTimeout(drain, wait);
    return wait === 0;
  };

  const host: LinkHost = {
    now,
    next: () => {
      if (closed || again.length + waiting.length === 0 || !allowed()) return undefined;
      return again.shift() ?? waiting.shift();
    },
    idle: (link) => idle.push(link),
    answered: (ticket, answer) => settle(ticket, { kind: 'answered', answer }),
    lost: (ticket, reason) => {
      const written = ticket.tries > 0;
      if (closed || (written && (!ticket.request.repeatable || ticket.tries >= MAX_TRIES)))
        settle(ticket, { kind: 'failed', reason });
      else {
        if (written) counts.resent += 1;
        again.push(ticket);
        drain();
      }
    },
    opened: (times) => {
      counts.connected += 1;
      options.opened?.(times);
      attempted();
    },
    refused: () => {
      counts.connectFailures += 1;
      attempted();
    },
    requestsPerConnection: options.requestsPerConnection ?? Number.POSITIVE_INFINITY,
    shut: (link) => {
      const at = idle.indexOf(link);
      if (at >= 0) idle.splice(at, 1);
    },
  };

  const sweep = (): void => {
    const oldest = now() - timeout;
    for (const link of links) {
      if (!link.pending || link.pending.sent > oldest) continue;
      const ticket = link.expire();
      if (ticket) settle(ticket, { kind: 'timed-out' });
    }
    for (const queue of [again, waiting]) {
      for (let head = queue.peek(); head && head.intended <= oldest; head = queue.peek()) {
        queue.shift();
        settle(head, { kind: 'dropped', reason: 'no connection was free in time' });
      }
    }
  };

  const wires = engines[options.engine ?? 'autocannon'](options, (wire) => {
    const link = new Link(wire, host);
    links.push(link);
    return link;
  });
  for (const link of links) link.open();
  const sweeper = setInterval(sweep, SWEEP_MS);
  const patience = setTimeout(open, OPENING_MS);
  await opening;
  clearTimeout(patience);

  return {
    counts,
    submit: (ticket) => {
      if (closed) return settle(ticket, { kind: 'dropped', reason: 'the run has ended' });
      if (again.length + waiting.length >= backlog) {
        return settle(ticket, { kind: 'dropped', reason: 'the backlog was full' });
      }
      waiting.push(ticket);
      if (idle.length > 0) drain();
    },
    close: async (reason) => {
      closed = true;
      clearInterval(sweeper);
      clearTimeout(held);
      const unfinished = links.map((link) => link.pending);
      for (const link of links) link.close();
      for (const ticket of unfinished) if (ticket) settle(ticket, { kind: 'failed', reason });
      for (const queue of [again, waiting]) {
        for (let ticket = queue.shift(); ticket; ticket = queue.shift())
          settle(ticket, { kind: 'dropped', reason });
      }
      await wires.close();
    },
  };
}
