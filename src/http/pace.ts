/** Limits how fast requests are sent to a host. */

import type { Pace } from '../settings/index.js';
import type { Clock } from './clock.js';
import { Lost } from './lost.js';
import { PATIENCE } from './patience.js';
import { Slots } from './slots.js';

/**
 * Requests are evenly spaced, and no window of time contains more requests than the pace allows. A
 * window is slightly longer than configured, because a server counts requests when they arrive. A
 * pause from `Retry-After` delays every request that was not sent yet.
 */
export class Pacer {
  readonly #pace: Window | undefined;
  /** The times of the last requests, as many as a window allows. */
  readonly #departures: number[] = [];
  #pausedUntil = 0;
  #line: Promise<unknown> = Promise.resolve();

  constructor(
    pace: Pace | undefined,
    readonly clock: Clock,
    /** Limits concurrent requests over all hosts. Waiting requests do not count. */
    readonly slots = new Slots(Number.POSITIVE_INFINITY),
  ) {
    this.#pace = pace && windowOf(pace);
  }

  /** Waits until a request may be sent and takes a slot for it. Returns the milliseconds waited. */
  turn(signal: AbortSignal): Promise<number> {
    const mine = this.#line.then(() => this.#leave(signal));
    this.#line = mine.catch(() => undefined);
    return mine;
  }

  async #leave(signal: AbortSignal): Promise<number> {
    const begun = this.clock.now();
    for (;;) {
      signal.throwIfAborted();
      const paused = this.#pausedUntil - this.clock.now();
      if (paused > PATIENCE.longestPauseMs)
        throw new Lost(
          'rate-limited',
          `the host requires a wait of another ${Math.ceil(paused / 1000)} s`,
        );
      const wait = this.#freeAt() - this.clock.now();
      if (wait > 0) {
        await this.clock.sleep(wait, signal);
        continue;
      }
      await this.slots.take();
      // A pause may have begun while the request waited for a slot.
      if (this.#freeAt() <= this.clock.now()) break;
      this.slots.free();
    }
    const now = this.clock.now();
    this.#departures.push(now);
    if (this.#departures.length > (this.#pace?.count ?? 1)) this.#departures.shift();
    return now - begun;
  }

  #freeAt(): number {
    const last = this.#departures.at(-1);
    if (this.#pace === undefined || last === undefined) return this.#pausedUntil;
    const { count, ms } = this.#pace;
    const oldest = this.#departures.length < count ? undefined : this.#departures[0];
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

/** As a share of the window. */
const EXTENSION = 0.01;
/** The smallest extension. It allows for the jitter of the network. */
const JITTER_MS = 50;

function windowOf({ requests, perMs }: Pace): Window {
  const count = Math.max(1, Math.floor(requests));
  const ms = requests < 1 ? perMs / requests : perMs;
  return { count, ms: ms + Math.max(ms * EXTENSION, JITTER_MS) };
}

/** The milliseconds for these requests; 0 without a pace. */
export function durationAt(pace: Pace | undefined, requests: number): number {
  if (pace === undefined) return 0;
  const { count, ms } = windowOf(pace);
  return (Math.max(0, requests - 1) * ms) / count;
}

/**
 * Reads seconds or an HTTP date (RFC 9110 section 10.2.3). Fractions are rounded up, and the
 * longest of several values counts. The result is at least one second; undefined if the value
 * cannot be read.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const numbers = value.split(',').map((part) => part.trim());
  if (numbers.every((part) => /^[-+]?\d+(\.\d+)?$/.test(part)))
    return Math.max(1, ...numbers.map((part) => Math.ceil(Number(part)))) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(1000, date - now);
}
