import type { Answer } from '../http/index.js';
import type { FindingEvent, VerdictEvent } from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import type { Evidence } from './review.js';

/** What is known of the complaints about one interface when a run is over. */
export interface Inquiry extends Evidence {
  readonly interface: string;
  readonly target: Target;
  readonly complaints: readonly VerdictEvent[];
  /** Every answer of the interface, in the order in which they were asked for. */
  readonly answers: readonly Answer[];
  /** Milliseconds that the run took by the clock on the wall. */
  readonly tookMs: number;
}

/** A cause that was reproduced, with the checks whose complaints it explains. */
export interface Reproduced {
  readonly checks: readonly string[];
  /** Faults that give the same answers, and how many answers those are; none where too many faults do. */
  readonly faults: FindingEvent['faults'];
}

/** Finds causes of complaints. */
export type Diagnose = (inquiry: Inquiry) => Promise<readonly Reproduced[]>;
