import type { Pace } from '../target/index.js';
import type { Clock } from './clock.js';

/**
 * Spaces requests evenly so that a rate limit is never met: the n-th waits until its own slot. One per cent is kept
 * back, for a server measures arrivals and not departures. A pause, asked for by `Retry-After`, moves all later slots.
 */
export class Pacer {
  readonly #intervalMs: number;
  #next = 0;

  constructor(
    pace: Pace | undefined,
    readonly clock: Clock,
  ) {
    this.#intervalMs = pace === undefined ? 0 : intervalOf(pace);
  }

  /** Waits for the next free slot; answers the milliseconds waited. */
  async turn(signal: AbortSignal): Promise<number> {
    const now = this.clock.now();
    const slot = Math.max(now, this.#next);
    this.#next = slot + this.#intervalMs;
    const wait = slot - now;
    if (wait > 0) await this.clock.sleep(wait, signal);
    return wait;
  }

  /** No request leaves before so many milliseconds have passed. */
  pause(ms: number): void {
    this.#next = Math.max(this.#next, this.clock.now() + ms);
  }
}

/** Milliseconds between two requests at this pace. */
const intervalOf = ({ requests, perMs }: Pace): number => (perMs / requests) * 1.01;

/** Milliseconds that so many requests take at this pace; 0 without one. */
export const durationAt = (pace: Pace | undefined, requests: number): number =>
  pace === undefined ? 0 : Math.max(0, requests - 1) * intervalOf(pace);

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3); undefined where it is neither. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
