/** Runs virtual users according to a schedule (the closed model). */

import { loadAt, type Stage, scheduleMs } from '../profile/plan.js';

export interface UsersOptions {
  readonly stages: readonly Stage[];
  /** This generator thread runs every `of`-th user, beginning with user `index`. */
  readonly share: { readonly index: number; readonly of: number };
  now(): number;
  /**
   * Runs a scenario once, which is called a visit, and then calls `done`. `turn` is the number of
   * earlier visits since the user was started.
   */
  visit(user: number, turn: number, done: () => void): void;
  /** Returns the pause between two visits of a user in milliseconds. */
  between(user: number): number;
  /** `setTimeout`, except in tests. */
  after(ms: number, call: () => void): unknown;
}

/** The interval at which the number of running users is compared with the schedule. */
const ADJUST_MS = 20;
/** After this number of nested visits a timer starts the next visit. */
const MAX_DEPTH = 50;

/**
 * Keeps the scheduled number of virtual users running. A surplus user ends after its current visit.
 * `stop` ends the schedule early. `done` resolves when the schedule is over. Visits may then still
 * be in progress.
 */
export function runUsers(options: UsersOptions): {
  readonly done: Promise<void>;
  readonly stop: () => void;
} {
  const { stages, share, now, visit, between, after } = options;
  const end = scheduleMs({ stages });
  const running = new Set<number>();
  let stopped = false;
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // The scheduled number of users, which is updated every `ADJUST_MS` milliseconds.
  let wanted = 0;
  // The number of visits that ended at once and started the next visit in the same call.
  let depth = 0;
  const runUser = (user: number): void => {
    let turn = -1;
    const nextVisit = (): void => {
      turn += 1;
      if (!stopped && user < wanted) visit(user, turn, visitEnded);
      else running.delete(user);
    };
    const visitEnded = (): void => {
      const pause = between(user);
      if (pause > 0) after(pause, nextVisit);
      // If nothing can be sent, every visit ends at once and starts the next. A timer in between
      // lets other code run.
      else if (depth > MAX_DEPTH) after(1, nextVisit);
      else {
        depth += 1;
        nextVisit();
        depth -= 1;
      }
    };
    nextVisit();
  };
  const adjust = (): void => {
    if (stopped || now() >= end) {
      stopped = true;
      finish();
      return;
    }
    wanted = Math.round(loadAt(stages, now()));
    for (let user = share.index; user < wanted; user += share.of) {
      if (running.has(user)) continue;
      running.add(user);
      runUser(user);
    }
    after(ADJUST_MS, adjust);
  };
  adjust();
  return {
    done,
    stop: () => {
      stopped = true;
      finish();
    },
  };
}
