/** Compares the findings of two runs. */

import type { Ledger } from '../../ledger/index.js';
import type { RunReport } from '../../schema/types.js';
import { runReport } from '../run-report.js';

type ReportedFinding = RunReport['findings'][number];

export interface ChangedFinding {
  /** A `new` finding is only in the later run, and a `gone` finding only in the earlier run. */
  readonly state: 'new' | 'gone' | 'still there';
  readonly clause: string;
  readonly title: string;
  /** The ids of the checks. The clearest check is the first. */
  readonly checks: readonly string[];
}

/**
 * New findings come first. Two findings are the same if they have a check in common. A finding of
 * the earlier run is left out if the later run tested none of its checks.
 */
export function changedFindings(before: Ledger, after: Ledger): readonly ChangedFinding[] {
  const earlier = runReport(before).findings;
  const later = runReport(after).findings;
  const tested = new Set(
    after.verdicts.flatMap(({ check, verdict }) => (verdict === 'skipped' ? [] : [check])),
  );
  const stateOf = (finding: ReportedFinding): ChangedFinding['state'] =>
    earlier.some((other) => haveCheckInCommon(finding, other)) ? 'still there' : 'new';
  const gone = earlier.filter(
    (finding) =>
      finding.checks.some((check) => tested.has(check)) &&
      !later.some((other) => haveCheckInCommon(finding, other)),
  );
  return [
    ...later.map((finding) => changed(finding, stateOf(finding))),
    ...gone.map((finding) => changed(finding, 'gone')),
  ].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

const ORDER: readonly ChangedFinding['state'][] = ['new', 'gone', 'still there'];

const haveCheckInCommon = (a: ReportedFinding, b: ReportedFinding): boolean =>
  a.checks.some((check) => b.checks.includes(check));

const changed = (
  { clause, title, checks }: ReportedFinding,
  state: ChangedFinding['state'],
): ChangedFinding => ({ state, clause, title, checks });
