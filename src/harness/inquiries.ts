import type { VerdictEvent } from '../ledger/index.js';
import type { Suite } from './check.js';
import type { Inquiry } from './evidence.js';
import type { Session } from './session.js';
import type { SuiteRun } from './suite-run.js';

/** What there is to find causes of, an interface each; nothing of clauses that the document leaves open. */
export function inquiriesOf(
  verdicts: readonly VerdictEvent[],
  suites: readonly Suite[],
  session: Session,
  { evidence }: SuiteRun,
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
    inquiries.flatMap(({ violations }) =>
      violations.flatMap((violation) => {
        const last = violation.answers.at(-1);
        return violation.clause === clause && last !== undefined ? [last.exchange] : [];
      }),
    );
