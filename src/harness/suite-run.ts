import type { Answer } from '../http/index.js';
import type * as ledger from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import { type Skipped, skipped } from './finding.js';
import type { Judgement } from './judge.js';
import type { Plan, PlannedCheck, PlanOptions } from './plan.js';
import type { Session, SessionOptions } from './session.js';
import type { Evidence } from './typed-rules.js';

type OfSession = Pick<
  SessionOptions,
  'seed' | 'signal' | 'clock' | 'transport' | 'traffic' | 'exchanges' | 'answered'
>;

export interface RunOptions extends PlanOptions, OfSession {
  readonly strict?: boolean;
  /** Path of one counterexample, with one check wanted. */
  readonly replay?: string | undefined;
  /** How a command line names the target, for the replay of a failure. */
  readonly naming?: string | undefined;
  /** An interrupted run that this one continues: what it judged stands and is not asked again. */
  readonly resumed?: ledger.Ledger;
  /** Called with every event of the ledger as it happens. */
  readonly record: (event: ledger.LedgerEvent) => void;
  readonly toolVersion: string;
  /** Failures that the baseline accepts: reports say so. */
  readonly accepted?: ledger.HeaderEvent['accepted'];
  /** Where that ledger is. */
  readonly resumes?: string | undefined;
  /** Called when what an earlier run judged stands in the ledger of this one. */
  readonly carried?: () => void;
  /** Irreversible requests of earlier runs, besides those in `resumed`. */
  readonly intents?: readonly ledger.IntentEvent[];
  /** A wrong address or credential ends the run before anything is judged. Default false. */
  readonly preflight?: boolean;
  /** The share of must clauses that the gate asks to be judged. Default: half of each interface. */
  readonly minCoverage?: number | undefined;
  /** The number of failed checks after which no further check begins. Default: all run. */
  readonly bail?: number | undefined;
  /** Looks for causes of failures and warnings. Default: no cause is named. */
  readonly diagnose?: Diagnose;
  /** What the header of the ledger calls the target. Default: what it is. */
  readonly origin?: ledger.HeaderEvent['target']['origin'];
}

/**
 * Counts what breaks the gate; when it is enough, no further check is begun. What is under way
 * comes to its end. `bail` failures are enough; without it none are. What the baseline accepts is
 * no failure, under `strict` a warning is.
 */
export function bailAfter({ bail, strict = false, accepted = [] }: RunOptions) {
  const known = new Set(accepted.map(({ check }) => check));
  const failed = new Set<string>();
  return {
    see({ check, verdict }: ledger.VerdictEvent): void {
      if (!known.has(check) && (verdict === 'failed' || (strict && verdict === 'warning')))
        failed.add(check);
    },
    reached: (): boolean => bail !== undefined && failed.size >= bail,
    /** Of what was not asked: no green, for it was set out to be judged. */
    finding(): Skipped {
      const checks = failed.size === 1 ? 'check' : 'checks';
      return skipped(
        'prerequisite',
        `not run: the run ended after ${failed.size} failed ${checks} (--bail ${bail})`,
      );
    },
  };
}

/** A run under way, as those see it who judge. */
export interface SuiteRun extends RunOptions {
  readonly session: Session;
  readonly plan: Plan;
  readonly known: ReadonlyMap<number, ledger.ExchangeEvent>;
  /** What an earlier run did not judge. */
  readonly open: readonly PlannedCheck[];
  /** Internal errors, which are thrown at the end of the run. */
  readonly faults: unknown[];
  readonly evidence: Map<string, Evidence>;
  /** Whether nothing more is begun: the run was interrupted, or enough checks have failed. */
  readonly isOver: () => boolean;
}

/** Puts a check to the target; undefined where an interruption left it open. */
export type JudgeOne = (planned: PlannedCheck) => Promise<Judgement | undefined>;

/** What is known of the complaints about one interface when a run is over. */
export interface Inquiry extends Evidence {
  readonly interface: string;
  readonly target: Target;
  readonly complaints: readonly ledger.VerdictEvent[];
  /** The verdicts that are no complaints. */
  readonly others: readonly ledger.VerdictEvent[];
  /** Every response of the interface, in the order of the requests. */
  readonly answers: readonly Answer[];
  /** Milliseconds that the run took by the clock on the wall. */
  readonly tookMs: number;
}

/** A cause that was reproduced, with the checks whose complaints it explains. */
export interface Reproduced {
  readonly checks: readonly string[];
  /**
   * Faults that give the same answers, and how many answers those are; none where too many faults
   * do.
   */
  readonly faults: ledger.FindingEvent['faults'];
  /** What the target does not implement. */
  readonly missing?: {
    readonly sentence: string;
    /** Numbers of the exchanges that use it. */
    readonly exchanges: ReadonlySet<number>;
    /**
     * Ids of the checks that tested nothing without it: they passed, or were skipped for another
     * reason.
     */
    readonly untested: readonly string[];
  };
}

export type Diagnose = (inquiry: Inquiry) => Promise<readonly Reproduced[]>;
