import type { HeaderEvent, IntentEvent, Ledger, LedgerEvent } from '../ledger/index.js';
import type { Diagnose } from './inquiries.js';
import type { PlanOptions } from './plan.js';
import type { SessionOptions } from './session.js';

type OfSession = Pick<SessionOptions, 'seed' | 'signal' | 'clock' | 'transport' | 'traffic' | 'exchanges'>;

export interface RunOptions extends PlanOptions, OfSession {
  readonly strict?: boolean;
  /** Path of one counterexample, with one check wanted. */
  readonly replay?: string | undefined;
  /** How a command line names the target, for the replay of a failure. */
  readonly naming?: string | undefined;
  /** An interrupted run that this one continues: what it judged stands and is not asked again. */
  readonly resumed?: Ledger;
  /** Called with every event of the ledger as it happens. */
  readonly record: (event: LedgerEvent) => void;
  readonly toolVersion: string;
  /** Failures that the baseline accepts: reports say so. */
  readonly accepted?: HeaderEvent['accepted'];
  /** Where that ledger is. */
  readonly resumes?: string | undefined;
  /** Called when what an earlier run judged stands in the ledger of this one. */
  readonly carried?: () => void;
  /** What runs before this one have sent and nobody sends again, besides what `resumed` holds. */
  readonly intents?: readonly IntentEvent[];
  /** A wrong address or credential ends the run before anything is judged. Default false. */
  readonly preflight?: boolean;
  /** The share of must clauses that the gate asks to be judged. Default: half of each interface. */
  readonly minCoverage?: number | undefined;
  /** Begins no further check once so many failed. Default: all are asked. */
  readonly bail?: number | undefined;
  /** Looks for causes of what the run complains of. Default: none is named. */
  readonly diagnose?: Diagnose;
  /** What the header of the ledger calls the target. Default: what it is. */
  readonly origin?: HeaderEvent['target']['origin'];
}
