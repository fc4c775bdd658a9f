/** Compares the findings of two runs. */

import type { Ledger, Verdict } from '../../ledger/index.js';
import type { RunReport } from '../../schema/types.js';
import { runReport } from '../run-report.js';

type ReportedFinding = RunReport['findings'][number];

export interface ChangedFinding {
  /**
   * A `new` finding is only in the later run, although the earlier run judged one of its checks. A
   * `gone` finding is only in the earlier run, although the later run judged one of its checks. A
   * finding is `still there` if both runs have it, or if one of its checks fails in the later run
   * and the baseline accepts that. For `judged only now` and `judged only before`, only one of the
   * runs judged the checks.
   */
  readonly state: 'new' | 'gone' | 'still there' | 'judged only now' | 'judged only before';
  readonly verdict: 'failed' | 'warning';
  readonly clause: string;
  readonly title: string;
  /** The ids of the checks. The clearest check is the first. */
  readonly checks: readonly string[];
}

/** New findings come first. Two findings are the same if they have a check in common. */
export function changedFindings(before: Ledger, after: Ledger): readonly ChangedFinding[] {
  const earlier = runReport(before).findings;
  const later = runReport(after).findings;
  const verdictsBefore = verdictsIn(before);
  const verdictsAfter = verdictsIn(after);
  const stateOf = (finding: ReportedFinding): ChangedFinding['state'] => {
    if (earlier.some((other) => haveCheckInCommon(finding, other))) return 'still there';
    return finding.checks.some((id) => isJudged(verdictsBefore.get(id)))
      ? 'new'
      : 'judged only now';
  };
  const onlyEarlier = earlier
    .filter((finding) => !later.some((other) => haveCheckInCommon(finding, other)))
    .map((finding) => {
      const verdicts = finding.checks.map((id) => verdictsAfter.get(id));
      if (verdicts.some((one) => one === 'failed' || one === 'warning'))
        return changed(finding, 'still there');
      return changed(finding, verdicts.some(isJudged) ? 'gone' : 'judged only before');
    });
  return [...later.map((finding) => changed(finding, stateOf(finding))), ...onlyEarlier].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state),
  );
}

const ORDER: readonly ChangedFinding['state'][] = [
  'new',
  'gone',
  'still there',
  'judged only now',
  'judged only before',
];

const verdictsIn = ({ verdicts }: Ledger): ReadonlyMap<string, Verdict> =>
  new Map(verdicts.map(({ check, verdict }) => [check, verdict]));

/**
 * Whether the verdict is a result. An `observed` check counts, because it could have warned
 * instead.
 */
export const isJudged = (verdict: Verdict | undefined): boolean =>
  verdict !== undefined && verdict !== 'skipped' && verdict !== 'inconclusive';

const haveCheckInCommon = (a: ReportedFinding, b: ReportedFinding): boolean =>
  a.checks.some((check) => b.checks.includes(check));

const changed = (
  { verdict, clause, title, checks }: ReportedFinding,
  state: ChangedFinding['state'],
): ChangedFinding => ({ state, verdict, clause, title, checks });
