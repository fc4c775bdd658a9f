/** Runs virtual users according to a schedule (the closed model). */

import { loadAt, type Stage, scheduleMs } from '../profile/index.js';

/** The options of `runUsers`. A crew is the virtual users of one generator. */
export interface CrewOptions {
  readonly stages: readonly Stage[];
  /** This thread runs every `of`-th user, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
  now(): number;
  /** Runs a scenario once, and then calls `done`. Such a run is called a visit. */
  visit(user: number, turn: number, done: () => void): void;
  /** Milliseconds between two visits of a user. */
  between(user: number): number;
  after(ms: number, call: () => void): unknown;
}

/** The interval at which the number of running users is compared with the schedule. */
const LOOK_MS = 20;

/**
 * Keeps the scheduled number of virtual users running. A surplus user ends after its current visit.
 * `stop` ends the schedule early. `done` resolves when the schedule is over. Visits may then still
 * be in progress.
 */
export function runUsers(options: CrewOptions): {
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
  // The wanted number is checked periodically, not before every visit. So users start and stop
  // within 20 ms.
  let wanted = 0;
  let depth = 0;
  /** Starts a user. Its functions are made only once, because every visit uses them. */
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
      // A visit may end at once because nothing can be sent. The timer prevents a loop that blocks
      // the process.
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
