/** Clocks for tests. They do not really wait. */

import type { Clock } from '../http/index.js';

/**
 * Follows the real time, but sleeping takes no real time and advances the clock at once. The
 * harness and the server share the clock, so that tokens expire without waiting.
 */
export function virtualClock(start = Date.now()): Clock {
  let skipped = 0;
  const begun = performance.now();
  return {
    now: () => start + (performance.now() - begun) + skipped,
    sleep: async (ms) => {
      skipped += ms;
    },
  };
}

/** Time advances only by sleeping and by work of a given duration, so that runs are repeatable. */
export class StillClock implements Clock {
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  #now: number;
  #working = 0;
  #isScheduled = false;

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#sleepers.push({ until: this.#now + ms, wake });
      this.#wakeNext();
    });

  /** Does work that lasts `ms` on this clock. No sleeper wakes before the work is done. */
  async pass<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    this.#now += ms;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#wakeNext();
    }
  }

  /**
   * When no work is left, advances the time to the first sleeper. It waits one turn of the event
   * loop first, so that work that is about to start counts.
   */
  #wakeNext(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#working > 0 || this.#sleepers.length === 0) return;
      this.#sleepers.sort((a, b) => a.until - b.until);
      const next = this.#sleepers.shift();
      this.#now = Math.max(this.#now, next?.until ?? 0);
      next?.wake();
      this.#wakeNext();
    });
  }
}
