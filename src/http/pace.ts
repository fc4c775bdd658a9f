import type { Pace } from '../settings/index.js';
import type { Clock } from './clock.js';
import { Lost } from './lost.js';
import { PATIENCE } from './patience.js';
import { Slots } from './slots.js';

/**
 * The pace of one host. Requests leave one after another, evenly spaced, and in no window of the
 * pace's length more than it allows: what counts is when a request really left. A little is kept
 * back, for a server counts arrivals and not departures. A pause of `Retry-After` delays every
 * request that was not sent yet.
 */
export class Pacer {
  readonly #pace: Window | undefined;
  /** When the last requests left, as many as a window may hold. */
  readonly #departures: number[] = [];
  #pausedUntil = 0;
  #line: Promise<unknown> = Promise.resolve();

  constructor(
    pace: Pace | undefined,
    readonly clock: Clock,
    /** Concurrent requests over all hosts; waiting requests do not count. */
    readonly slots = new Slots(Number.POSITIVE_INFINITY),
  ) {
    this.#pace = pace && windowOf(pace);
  }

  /** Waits until a request may leave, and takes a slot for it; answers the milliseconds waited. */
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
      // A pause may have begun while a slot was waited for.
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

  /** Delays all requests by a number of milliseconds. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.clock.now() + ms);
  }
}

/** A number of requests in a number of milliseconds; both are whole. */
interface Window {
  readonly count: number;
  readonly ms: number;
}

/**
 * What is kept back of a window: a hundredth, and never less than the jitter of a network, in
 * milliseconds.
 */
const KEPT_BACK = 0.01;
const JITTER_MS = 50;

function windowOf({ requests, perMs }: Pace): Window {
  const count = Math.max(1, Math.floor(requests));
  const ms = requests < 1 ? perMs / requests : perMs;
  return { count, ms: ms + Math.max(ms * KEPT_BACK, JITTER_MS) };
}

/** Milliseconds that a number of requests take at this pace; 0 without one. */
export function durationAt(pace: Pace | undefined, requests: number): number {
  if (pace === undefined) return 0;
  const { count, ms } = windowOf(pace);
  return (Math.max(0, requests - 1) * ms) / count;
}

/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3), and what is
 * written almost so: a fraction is rounded up, of a list the longest counts. At least a second;
 * undefined where it says nothing.
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const numbers = value.split(',').map((part) => part.trim());
  if (numbers.every((part) => /^[-+]?\d+(\.\d+)?$/.test(part)))
    return Math.max(1, ...numbers.map((part) => Math.ceil(Number(part)))) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(1000, date - now);
}
