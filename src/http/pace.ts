/** Limits how fast requests are sent to a host. */

import type { Pace } from '../settings/index.js';
import type { Clock } from './clock.js';
import { Lost } from './lost.js';
import { PATIENCE } from './patience.js';
import { Slots } from './slots.js';

/**
 * Delays requests so that they are evenly spaced. With a pace of 60/min, no period of one minute
 * contains more than 60 requests. The period is in fact slightly longer than configured, because a
 * server counts requests when they arrive. A pause from `Retry-After` delays every request that was
 * not sent yet.
 */
export class Pacer {
  readonly #pace: Window | undefined;
  /** The times of the latest requests. Their number is at most the count of the window. */
  readonly #sentAt: number[] = [];
  #pausedUntil = 0;
  /** The promise is settled when every earlier request was sent or aborted. */
  #previous: Promise<unknown> = Promise.resolve();

  constructor(
    pace: Pace | undefined,
    readonly clock: Clock,
    /**
     * Limits the concurrent requests to all hosts. A request that waits for its turn takes no slot.
     */
    readonly slots = new Slots(Number.POSITIVE_INFINITY),
  ) {
    this.#pace = pace && windowOf(pace);
  }

  /** Waits until a request may be sent and takes a slot for it. Returns the milliseconds waited. */
  turn(signal: AbortSignal): Promise<number> {
    const mine = this.#previous.then(() => this.#wait(signal));
    this.#previous = mine.catch(() => undefined);
    return mine;
  }

  async #wait(signal: AbortSignal): Promise<number> {
    const begun = this.clock.now();
    for (;;) {
      signal.throwIfAborted();
      const paused = this.#pausedUntil - this.clock.now();
      if (paused > PATIENCE.longestPauseMs)
        throw new Lost(
          'rate-limited',
          `the host requires a wait of another ${Math.ceil(paused / 1000)} s`,
        );
      const wait = this.#earliestTime() - this.clock.now();
      if (wait > 0) {
        await this.clock.sleep(wait, signal);
        continue;
      }
      await this.slots.take();
      // A pause may have begun while the request waited for a slot.
      if (this.#earliestTime() <= this.clock.now()) break;
      this.slots.free();
    }
    const now = this.clock.now();
    this.#sentAt.push(now);
    if (this.#sentAt.length > (this.#pace?.count ?? 1)) this.#sentAt.shift();
    return now - begun;
  }

  #earliestTime(): number {
    const last = this.#sentAt.at(-1);
    if (this.#pace === undefined || last === undefined) return this.#pausedUntil;
    const { count, ms } = this.#pace;
    const oldest = this.#sentAt.length < count ? undefined : this.#sentAt[0];
    return Math.max(this.#pausedUntil, last + ms / count, oldest === undefined ? 0 : oldest + ms);
  }

  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.clock.now() + ms);
  }
}

/** At most `count` requests in `ms` milliseconds. */
interface Window {
  readonly count: number;
  readonly ms: number;
}

/** A window is extended by this share of its length. */
const EXTENSION_SHARE = 0.01;
/** The extension is at least this long, because the delay of the network varies. */
const MIN_EXTENSION_MS = 50;

/** A pace of 0.5/s becomes one request in two seconds, and 1.5/s one request in a second. */
function windowOf({ requests, perMs }: Pace): Window {
  const count = Math.max(1, Math.floor(requests));
  const ms = requests < 1 ? perMs / requests : perMs;
  return { count, ms: ms + Math.max(ms * EXTENSION_SHARE, MIN_EXTENSION_MS) };
}

/**
 * How long it takes to send this number of requests, in milliseconds from the first to the last.
 * Without a pace it is 0.
 */
export function durationAt(pace: Pace | undefined, requests: number): number {
  if (pace === undefined) return 0;
  const { count, ms } = windowOf(pace);
  return (Math.max(0, requests - 1) * ms) / count;
}

/**
 * Reads the value of `Retry-After`: seconds or an HTTP date (RFC 9110 section 10.2.3). Fractions of
 * a second are rounded up, and the largest of several numbers counts. A date is compared with
 * `sentAt`, the `Date` of the same response, because the clock of the server may differ from
 * `now`. The result is at least one second. It is undefined if the value cannot be read.
 */
export function retryAfterMs(
  value: string | undefined,
  now: number,
  sentAt?: string,
): number | undefined {
  if (value === undefined) return undefined;
  const numbers = value.split(',').map((part) => part.trim());
  if (numbers.every((part) => /^[-+]?\d+(\.\d+)?$/.test(part)))
    return Math.max(1, ...numbers.map((part) => Math.ceil(Number(part)))) * 1000;
  const date = Date.parse(value);
  const serverNow = Date.parse(sentAt ?? '');
  return Number.isNaN(date)
    ? undefined
    : Math.max(1000, date - (Number.isNaN(serverNow) ? now : serverNow));
}
