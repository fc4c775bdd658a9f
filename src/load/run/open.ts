import type { Schedule } from '../profile/index.js';

export interface PacerOptions {
  readonly arrivals: Schedule;
  /** This generator takes every `of`-th arrival, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
  /** Milliseconds since the start of the schedule. */
  now(): number;
  /** An arrival is due: its number in the whole schedule, and its scheduled time. */
  arrive(arrival: number, dueAt: number): void;
  /** Calls back after a number of milliseconds; `setTimeout`, except in tests. */
  after(ms: number, call: () => void): unknown;
}

/**
 * The most arrivals released before the event loop has its turn, so that a backlog does not stop
 * the answers.
 */
const BATCH = 1000;

/**
 * Starts arrivals at their times. After a delay it starts the overdue ones with their scheduled
 * times, so that the delay is part of the response times. `stop` ends it early; `done` resolves
 * either way.
 */
export function pace(options: PacerOptions): {
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
        // A timer fires up to a millisecond late: set one millisecond early, it is almost never
        // late.
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
