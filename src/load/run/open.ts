/** Starts scenarios at their scheduled times (the open model). */

import type { Schedule } from '../profile/index.js';

/** The options of `startArrivals`. Arrivals are scheduled starts of scenarios. */
export interface PacerOptions {
  readonly arrivals: Schedule;
  /** This generator starts every `of`-th arrival, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
  /** The time since the start of the schedule, in milliseconds. */
  now(): number;
  /**
   * Starts a scenario. `arrival` is the number of the start in the schedule, and `dueAt` its
   * scheduled time.
   */
  arrive(arrival: number, dueAt: number): void;
  /** `setTimeout`, except in tests. */
  after(ms: number, call: () => void): unknown;
}

/**
 * After this many arrivals in a row, the event loop continues, so that a backlog does not delay
 * responses.
 */
const BATCH = 1000;

/**
 * Starts scenarios by their schedule. Overdue arrivals keep their scheduled times, so a delay of
 * the generator is part of the response times. `stop` ends the schedule early. `done` resolves when
 * the schedule has ended.
 */
export function startArrivals(options: PacerOptions): {
  readonly done: Promise<void>;
  readonly stop: () => void;
} {
  const { arrivals, share, now, arrive, after } = options;
  let next = share.index;
  let stopped = false;
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const tick = (): void => {
    for (let released = 0; !stopped && released < BATCH; released += 1) {
      const dueAt = arrivals.dueAt(next);
      if (dueAt === Number.POSITIVE_INFINITY) {
        finish();
        return;
      }
      const wait = dueAt - now();
      if (wait > 0) {
        // A timer fires up to a millisecond late, so its delay is rounded down.
        after(Math.max(1, Math.floor(wait)), tick);
        return;
      }
      arrive(next, dueAt);
      next += share.of;
    }
    if (stopped) finish();
    else after(0, tick);
  };
  tick();
  return {
    done,
    stop: () => {
      stopped = true;
      finish();
    },
  };
}
