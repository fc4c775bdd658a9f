/** Starts scenarios at their scheduled times (the open model). */

import type { Schedule } from '../profile/index.js';

/** Arrivals are scheduled starts of scenarios. */
export interface PacerOptions {
  readonly arrivals: Schedule;
  /** This generator starts every `of`-th arrival, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
  /** Since the start of the schedule, in milliseconds. */
  now(): number;
  /** `arrival` is its number in the schedule, `dueAt` its scheduled time. */
  arrive(arrival: number, dueAt: number): void;
  /** `setTimeout`, except in tests. */
  after(ms: number, call: () => void): unknown;
}

/**
 * The event loop continues after this many arrivals, so that a backlog does not delay responses.
 */
const BATCH = 1000;

/**
 * Overdue arrivals keep their scheduled times, so a delay of the generator is part of the response
 * times. `stop` ends the schedule early. `done` resolves when the schedule has ended.
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
