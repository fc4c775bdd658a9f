/** The options and the state of a run, and the types of the search for causes. */

import type { Answer } from '../http/index.js';
import type * as ledger from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import type { Check } from './check.js';
import { type Skipped, skipped } from './finding.js';
import type { Plan, PlannedCheck, PlanOptions } from './plan.js';
import type { Evidence } from './review.js';
import type { Session, SessionOptions } from './session.js';
import type { Judgement } from './verdict.js';

type SharedOptions = Pick<
  SessionOptions,
  'seed' | 'signal' | 'clock' | 'transport' | 'traffic' | 'recordExchanges' | 'answered'
>;

export interface RunOptions extends PlanOptions, SharedOptions {
  /** Whether warnings count as failures. Default false. */
  readonly strict?: boolean;
  /**
   * The path of fast-check to one counterexample of a random test. Exactly one check must be
   * selected.
   */
  readonly replay?: string | undefined;
  /**
   * The option that names the target, such as `--target staging.json`. The reports need it for
   * their commands that run a failed check again.
   */
  readonly naming?: string | undefined;
  /**
   * Returns the command that runs a check again, for a suite of another package. Default: reports
   * show no such command for it.
   */
  readonly rerun?: ((check: Check) => string) | undefined;
  /** An interrupted run to continue. Its verdicts are kept, and its checks are not run again. */
  readonly resumed?: ledger.Ledger;
  /** Called with every event of the ledger. */
  readonly record: (event: ledger.LedgerEvent) => void;
  readonly toolVersion: string;
  /** The failures that the baseline accepts, with reasons. */
  readonly accepted?: ledger.HeaderEvent['accepted'];
  /** The path of the ledger of the interrupted run. */
  readonly resumedPath?: string | undefined;
  /** Called after the verdicts of the interrupted run were copied. */
  readonly onCarriedOver?: () => void;
  /** Irreversible requests of earlier runs, except the interrupted run. */
  readonly intents?: readonly ledger.IntentEvent[];
  /** Whether a wrong address or credential ends the run before any check. Default false. */
  readonly preflight?: boolean;
  /** The share of must clauses that must be tested. Default 0.5, for each interface. */
  readonly minCoverage?: number | undefined;
  /** The number of failed checks after which no further check starts. Default: all checks run. */
  readonly bail?: number | undefined;
  /**
   * Finds features that the target does not implement. The failures that this explains are not
   * explained further. Default: no feature is looked for.
   */
  readonly diagnose?: Diagnose;
  /** Whether readings are looked for that explain failures and warnings. Default true. */
  readonly explains?: boolean;
  /**
   * The origin (scheme, host and port) of the target in the header of the ledger. Default: that of
   * its first base URL.
   */
  readonly origin?: ledger.HeaderEvent['target']['origin'];
}

/**
 * After `bail` failures no further check starts. Failures that the baseline accepts do not count.
 * Warnings count with `strict`.
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
    /** The finding of each planned check that did not run. */
    finding(): Skipped {
      const checks = failed.size === 1 ? 'check' : 'checks';
      return skipped(
        'prerequisite',
        `not run: the run ended after ${failed.size} failed ${checks} (--bail ${bail})`,
      );
    },
  };
}

/** What the stages of a run share: its options, its plan, and what it has found so far. */
export interface SuiteRun extends Omit<RunOptions, 'onCarriedOver'> {
  readonly session: Session;
  /** The final verdicts of the run that is resumed. */
  readonly carried: readonly ledger.VerdictEvent[];
  readonly plan: Plan;
  /** The exchanges that the ledger contains, by number. */
  readonly known: ReadonlyMap<number, ledger.ExchangeEvent>;
  /** The planned checks, without those that already ran in an interrupted run. */
  readonly open: readonly PlannedCheck[];
  /** Internal errors. They are thrown at the end of the run. */
  readonly faults: unknown[];
  /** The results of all rules, by the name of the interface. */
  readonly evidence: Map<string, Evidence>;
  /** Whether the run was interrupted or enough checks failed. */
  readonly isOver: () => boolean;
}

/** Runs one check. Resolves with undefined if an interruption of the run made it inconclusive. */
export type JudgeOne = (planned: PlannedCheck) => Promise<Judgement | undefined>;

/** The failures and warnings of one interface, and the evidence for their causes. */
export interface Inquiry extends Evidence {
  readonly interface: string;
  readonly target: Target;
  /** The verdicts failed and warning. */
  readonly complaints: readonly ledger.VerdictEvent[];
  /** All other verdicts of the interface. */
  readonly others: readonly ledger.VerdictEvent[];
  readonly answers: readonly Answer[];
}

/** What a search for causes found out about some checks. */
export interface Diagnosis {
  readonly checks: readonly string[];
  /**
   * Mistakes that explain the responses, and the number of these responses. Several could not be
   * distinguished. Empty if there are too many of them, or if a feature is missing.
   */
  readonly faults: ledger.FindingEvent['faults'];
  /** What all wrong requests have in common, if no cause is known. */
  readonly common?: string;
  /** A feature that the target does not implement. */
  readonly missing?: {
    readonly sentence: string;
    readonly exchanges: ReadonlySet<number>;
    /** Passed or skipped checks that tested nothing, because the feature is missing. */
    readonly untested: readonly string[];
  };
}

export type Diagnose = (inquiry: Inquiry) => Promise<readonly Diagnosis[]>;

export type RunLog = ReturnType<typeof openLog>;

/** Passes events on, and stores the exchanges by id and the last verdicts by check. */
export function openLog(options: RunOptions) {
  const exchanges = new Map<number, ledger.ExchangeEvent>();
  const verdicts = new Map<string, ledger.VerdictEvent>();
  const bail = bailAfter(options);
  const record = (event: ledger.LedgerEvent): void => {
    if (event.type === 'exchange') exchanges.set(event.id, event);
    if (event.type === 'verdict') {
      verdicts.set(event.check, event);
      bail.see(event);
    }
    options.record(event);
  };
  return { exchanges, verdicts, bail, record };
}
