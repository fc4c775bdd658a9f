import type { Answer } from '../http/index.js';
import type { FindingEvent, VerdictEvent } from '../ledger/index.js';
import type { Target } from '../settings/index.js';
import type { Suite } from './check.js';
import type { Evidence } from './review.js';
import type { Session } from './session.js';

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

/** What there is to find causes of, an interface each; nothing of clauses that the document leaves open. */
export function inquiriesOf(
  verdicts: readonly VerdictEvent[],
  suites: readonly Suite[],
  session: Session,
  evidence: ReadonlyMap<string, Evidence>,
  tookMs: number,
): readonly Inquiry[] {
  return suites.flatMap(({ interface: name, clauses }) => {
    const complaints = verdicts.filter(
      (event) => event.interface === name && (event.verdict === 'failed' || event.verdict === 'warning'),
    );
    const found = evidence.get(name);
    if (complaints.length === 0 || found === undefined) return [];
    const violations = found.violations.filter(({ clause }) => clauses[clause]?.level !== 'open');
    const answers = session.seen(name);
    return [{ ...found, violations, interface: name, target: session.target, complaints, answers, tookMs }];
  });
}

/** Numbers of the exchanges that violate a clause. */
export const violatingBy =
  (inquiries: readonly Inquiry[]) =>
  (clause: string): readonly number[] =>
    inquiries
      .flatMap(({ violations }) => violations.filter((violation) => violation.clause === clause))
      .flatMap(({ answers }) => answers.at(-1)?.exchange ?? []);
