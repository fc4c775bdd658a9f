import { setTimeout as wait } from 'node:timers/promises';

/** The source of time. Tests pass a clock that does not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Rejects when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Does not go back when the system time is set. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
};
