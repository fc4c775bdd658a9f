/** The options and the state of a run, and the types of the search for causes. */

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
  'seed' | 'signal' | 'clock' | 'transport' | 'traffic' | 'recordExchanges' | 'answered'
>;

/** The options of a run. */
export interface RunOptions extends PlanOptions, OfSession {
  readonly strict?: boolean;
  /** The path of one counterexample. Exactly one check must be wanted. */
  readonly replay?: string | undefined;
  /** The command-line option that names the target, used in commands that reproduce a failure. */
  readonly naming?: string | undefined;
  /**
   * An interrupted run that this run continues. Its verdicts are kept, and its checks are not run
   * again.
   */
  readonly resumed?: ledger.Ledger;
  /** Called with every event of the ledger as it happens. */
  readonly record: (event: ledger.LedgerEvent) => void;
  readonly toolVersion: string;
  /** Failures that the baseline accepts. Reports mark them. */
  readonly accepted?: ledger.HeaderEvent['accepted'];
  /** The path of the ledger of the interrupted run. */
  readonly resumes?: string | undefined;
  /** Called after the verdicts of the interrupted run were copied to this ledger. */
  readonly carried?: () => void;
  /**
   * Irreversible requests of earlier runs, in addition to the irreversible requests of `resumed`.
   */
  readonly intents?: readonly ledger.IntentEvent[];
  /** Whether a wrong address or credential ends the run before any check. Default false. */
  readonly preflight?: boolean;
  /**
   * The share of must clauses that must be tested for the gate to pass. Default: half of each
   * interface.
   */
  readonly minCoverage?: number | undefined;
  /** The number of failed checks after which no further check starts. Default: all checks run. */
  readonly bail?: number | undefined;
  /** Finds causes of failures and warnings. Default: no causes are named. */
  readonly diagnose?: Diagnose;
  /** The name of the target in the header of the ledger. Default: derived from the target. */
  readonly origin?: ledger.HeaderEvent['target']['origin'];
}

/**
 * Counts the failures that break the gate. After `bail` failures no further check starts, and
 * checks in progress are completed. Failures that the baseline accepts do not count; warnings count
 * with `strict`.
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
    /**
     * The result of checks that did not run. They are skipped and not passed, because they were
     * planned.
     */
    finding(): Skipped {
      const checks = failed.size === 1 ? 'check' : 'checks';
      return skipped(
        'prerequisite',
        `not run: the run ended after ${failed.size} failed ${checks} (--bail ${bail})`,
      );
    },
  };
}

/** A run in progress, as its stages see it. */
export interface SuiteRun extends RunOptions {
  readonly session: Session;
  readonly plan: Plan;
  readonly known: ReadonlyMap<number, ledger.ExchangeEvent>;
  /** The checks that the interrupted run left open. */
  readonly open: readonly PlannedCheck[];
  /** Internal errors. They are thrown at the end of the run. */
  readonly faults: unknown[];
  readonly evidence: Map<string, Evidence>;
  /**
   * For some failed checks, by their ids: the clause that their request still violates after
   * conditions, such as its filter, were removed.
   */
  readonly simplerClauses: Map<string, string>;
  /** Whether no further check starts, because the run was interrupted or enough checks failed. */
  readonly isOver: () => boolean;
}

/** Runs a check on the target; undefined if an interruption left it open. */
export type JudgeOne = (planned: PlannedCheck) => Promise<Judgement | undefined>;

/**
 * The failures and warnings of one interface at the end of a run, and the evidence for their
 * causes.
 */
export interface Inquiry extends Evidence {
  readonly interface: string;
  readonly target: Target;
  readonly complaints: readonly ledger.VerdictEvent[];
  /** The verdicts that are neither failures nor warnings. */
  readonly others: readonly ledger.VerdictEvent[];
  /** Every response of the interface, in the order of the requests. */
  readonly answers: readonly Answer[];
  /** The milliseconds that the run took. */
  readonly tookMs: number;
}

/** A reproduced cause, with the failed checks that it explains. */
export interface Reproduced {
  readonly checks: readonly string[];
  /**
   * Defects of the reference server that give the same responses, and the number of these
   * responses. Empty if too many defects give them.
   */
  readonly faults: ledger.FindingEvent['faults'];
  /** The feature that the target does not implement. */
  readonly missing?: {
    readonly sentence: string;
    /** The numbers of the exchanges that use the feature. */
    readonly exchanges: ReadonlySet<number>;
    /**
     * The ids of the checks that tested nothing without the feature: they passed, or were skipped
     * for another reason.
     */
    readonly untested: readonly string[];
  };
}

/** Searches for causes of the failures of one interface. */
export type Diagnose = (inquiry: Inquiry) => Promise<readonly Reproduced[]>;
