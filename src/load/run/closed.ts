/** Runs virtual users according to a schedule (the closed model). */

import { loadAt, type Stage, scheduleMs } from '../profile/index.js';

/** The options of a crew, that is, of the virtual users of one generator. */
export interface CrewOptions {
  readonly stages: readonly Stage[];
  /** The users of this thread: every `of`-th user, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
  now(): number;
  /**
   * Starts the next visit of a virtual user, that is, one run of a scenario. Calls `done` after it.
   */
  visit(user: number, turn: number, done: () => void): void;
  /** Milliseconds between two visits of one user. */
  between(user: number): number;
  after(ms: number, call: () => void): unknown;
}

/** The milliseconds between two comparisons of the running users with the scheduled number. */
const LOOK_MS = 20;

/**
 * Keeps the scheduled number of virtual users running. A surplus user ends after its current visit.
 * `stop` ends the schedule early. `done` resolves when the schedule is over; visits may still be in
 * progress then.
 */
export function crew(options: CrewOptions): {
  readonly done: Promise<void>;
  readonly stop: () => void;
} {
  const { stages, share, now, visit, between, after } = options;
  const end = scheduleMs({ stages });
  const working = new Set<number>();
  let stopped = false;
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // The wanted number is checked periodically instead of before every visit, so users start and
  // stop within 20 ms.
  let wanted = 0;
  let depth = 0;
  /** Makes the functions of one user once, because they are used for every visit. */
  const work = (user: number): void => {
    let turn = -1;
    const next = (): void => {
      turn += 1;
      if (!stopped && user < wanted) visit(user, turn, over);
      else working.delete(user);
    };
    const over = (): void => {
      const pause = between(user);
      if (pause > 0) after(pause, next);
      // A visit may end at once because nothing can be sent. The timer prevents an endless loop
      // that blocks the process.
      else if (depth > 50) after(1, next);
      else {
        depth += 1;
        next();
        depth -= 1;
      }
    };
    next();
  };
  const look = (): void => {
    if (stopped || now() >= end) {
      stopped = true;
      finish();
      return;
    }
    wanted = Math.round(loadAt(stages, now()));
    for (let user = share.index; user < wanted; user += share.of) {
      if (working.has(user)) continue;
      working.add(user);
      work(user);
    }
    after(LOOK_MS, look);
  };
  look();
  return {
    done,
    stop: () => {
      stopped = true;
      finish();
    },
  };
}
