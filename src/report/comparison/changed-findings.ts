import type { Ledger } from '../../ledger/index.js';
import type { RunReport } from '../../schema/types.js';
import { runReport } from '../run-report.js';

type ReportedFinding = RunReport['findings'][number];

/** A finding of one run or of both. */
export interface ChangedFinding {
  /** `new`: only in the later run; `gone`: only in the earlier one. */
  readonly state: 'new' | 'gone' | 'still there';
  readonly clause: string;
  readonly title: string;
  /** Ids of the checks, the one that shows it best first. */
  readonly checks: readonly string[];
}

/**
 * The findings of two runs, new ones first. Two findings are the same if they have a check in
 * common. A check that was not run in the later run says nothing about its finding, which is then
 * left out.
 */
export function changedFindings(before: Ledger, after: Ledger): readonly ChangedFinding[] {
  const was = runReport(before).findings;
  const is = runReport(after).findings;
  const tested = new Set(
    after.verdicts.flatMap(({ check, verdict }) => (verdict === 'skipped' ? [] : [check])),
  );
  const stateOf = (finding: ReportedFinding): ChangedFinding['state'] =>
    was.some((other) => haveCheckInCommon(finding, other)) ? 'still there' : 'new';
  const gone = was.filter(
    (finding) =>
      finding.checks.some((check) => tested.has(check)) &&
      !is.some((other) => haveCheckInCommon(finding, other)),
  );
  return [
    ...is.map((finding) => changed(finding, stateOf(finding))),
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
