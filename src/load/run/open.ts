/**
 * Starts scenarios at their scheduled times, even if earlier scenarios have not ended (the open
 * model).
 */

import type { Schedule } from '../profile/schedule.js';

/** An arrival is a scheduled start of a scenario. */
interface ArrivalOptions {
  readonly arrivals: Schedule;
  /** This generator starts every `of`-th arrival, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
  /** The time since the start of the schedule, in milliseconds. */
  now(): number;
  /**
   * Starts a scenario. `arrival` is the position in the schedule, from 0, and `dueAt` the scheduled
   * time.
   */
  arrive(arrival: number, dueAt: number): void;
  /** `setTimeout`, except in tests. */
  after(ms: number, call: () => void): unknown;
}

/**
 * After this many arrivals in a row, other events are handled, so that a backlog of arrivals does
 * not delay responses.
 */
const BATCH = 1000;

/**
 * Starts scenarios by their schedule. Overdue arrivals keep their scheduled times, so a delay of
 * the generator is part of the response times. `stop` ends the schedule early. `done` resolves when
 * the schedule has ended or was stopped.
 */
export function startArrivals(options: ArrivalOptions): {
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
    for (let started = 0; !stopped && started < BATCH; started += 1) {
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
