import type { ExchangeEvent, VerdictEvent } from '../ledger/index.js';
import type { Skipped } from './finding.js';
import type { Judgement } from './judge.js';
import type { Plan, PlannedCheck } from './plan.js';
import type { Evidence } from './review.js';
import type { RunOptions } from './run-options.js';
import type { Session } from './session.js';

/**
 * Counts what breaks the gate; when it is enough, no further check is begun. What is under way comes to its end. `bail`
 * failures are enough; without it none are. What the baseline accepts is no failure, under `strict` a warning is.
 */
export function bailAfter({ bail, strict = false, accepted = [] }: RunOptions) {
  const known = new Set(accepted.map(({ check }) => check));
  const failed = new Set<string>();
  return {
    see({ check, verdict }: VerdictEvent): void {
      if (!known.has(check) && (verdict === 'failed' || (strict && verdict === 'warning'))) failed.add(check);
    },
    /** Whether enough checks have failed. */
    reached: (): boolean => bail !== undefined && failed.size >= bail,
    /** Of what was not asked: no green, for it was set out to be judged. */
    finding: (): Skipped => ({
      kind: 'skipped',
      cause: 'prerequisite',
      reason: `not run: the run ended after ${failed.size} failed ${failed.size === 1 ? 'check' : 'checks'} (--bail ${bail})`,
    }),
  };
}

/** A run under way, as those see it who judge. */
export interface SuiteRun extends RunOptions {
  readonly session: Session;
  readonly plan: Plan;
  readonly known: ReadonlyMap<number, ExchangeEvent>;
  /** What an earlier run did not judge. */
  readonly open: readonly PlannedCheck[];
  /** Faults of ours, to be thrown when everything else is done. */
  readonly faults: unknown[];
  /** What the review of each interface showed. */
  readonly evidence: Map<string, Evidence>;
  /** Whether nothing more is begun: the run was interrupted, or enough checks have failed. */
  readonly isOver: () => boolean;
}

/** Puts a check to the target; undefined where an interruption left it open. */
export type JudgeOne = (planned: PlannedCheck) => Promise<Judgement | undefined>;
