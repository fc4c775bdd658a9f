/** Collects numbers and findings of several runs over time. */

import type {
  PastFinding,
  PastRun,
  PastVerdict,
  RunHistory,
  RunReport,
  TargetHistory,
} from '../../schema/types.js';
import { headOf, type NamedRun } from '../named-run.js';
import { excerpt } from '../visible.js';

type ReportedFinding = RunReport['findings'][number];

/**
 * The states of findings, in the order of the report: first new findings, then other findings that
 * still exist or are not known to be fixed, and last fixed findings.
 */
const STATES: readonly PastFinding['state'][] = [
  'new',
  'back',
  'open',
  'unjudged',
  'accepted',
  'gone',
];

/** The runs of a target are in chronological order. Interrupted runs are only counted. */
export function historyOf(runs: readonly NamedRun[]): RunHistory {
  const ended = runs.filter(({ report }) => !report.interrupted);
  const inOrder = [...ended].sort((a, b) => (a.report.startedAt < b.report.startedAt ? -1 : 1));
  const names = [...new Set(inOrder.map(({ report }) => report.target.name))].sort();
  return {
    interrupted: runs.length - ended.length,
    targets: names.map((name) =>
      targetHistory(
        name,
        inOrder.filter(({ report }) => report.target.name === name),
      ),
    ),
  };
}

function targetHistory(target: string, runs: readonly NamedRun[]): TargetHistory {
  const reports = runs.map(({ report }) => report);
  const findings = distinctFindings(reports).map((finding) => pastFinding(finding, reports));
  return {
    target: excerpt(target, 200),
    runs: runs.map(pastRun),
    findings: findings.sort(
      (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || (a.clause < b.clause ? -1 : 1),
    ),
  };
}

const pastRun = (past: NamedRun): PastRun => ({
  ...headOf(past),
  findings: past.report.findings.length,
});

/**
 * Returns each finding once, as the last run with this finding describes it. Findings of two runs
 * are the same if they have a check in common.
 */
function distinctFindings(reports: readonly RunReport[]): readonly ReportedFinding[] {
  const distinct: ReportedFinding[] = [];
  for (const { findings } of [...reports].reverse()) {
    const known = new Set(distinct.flatMap(({ checks }) => checks));
    distinct.push(...findings.filter(({ checks }) => !checks.some((check) => known.has(check))));
  }
  return distinct;
}

function pastFinding(
  { clause, title, checks }: ReportedFinding,
  reports: readonly RunReport[],
): PastFinding {
  const verdicts = reports.map((report) => verdictIn(checks, report));
  return {
    clause: excerpt(clause, 60),
    title: excerpt(title, 300),
    checks,
    state: stateOf(verdicts),
    verdicts,
  };
}

/**
 * Returns the verdict about a finding in one run: that of its checks that fail or warn, or
 * `accepted` if the baseline accepts them all. Without such a check it is `passed` if one of them
 * passed or observed something, and otherwise `unjudged`.
 */
function verdictIn(ids: readonly string[], { checks }: RunReport): PastVerdict {
  const mine = checks.filter(({ id }) => ids.includes(id));
  const broken = mine.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  const open = broken.filter(({ accepted }) => accepted === undefined);
  if (open.length > 0)
    return open.some(({ verdict }) => verdict === 'failed') ? 'failed' : 'warning';
  if (broken.length > 0) return 'accepted';
  const isTested = mine.some(({ verdict }) => verdict === 'passed' || verdict === 'observed');
  return isTested ? 'passed' : 'unjudged';
}

function stateOf(verdicts: readonly PastVerdict[]): PastFinding['state'] {
  const last = verdicts.at(-1);
  if (last === 'accepted' || last === 'unjudged') return last;
  if (last === 'passed') return 'gone';
  const judged = verdicts.slice(0, -1).filter((verdict) => verdict !== 'unjudged');
  if (judged.at(-1) !== undefined && judged.at(-1) !== 'passed') return 'open';
  // If the checks were never tested before, it is unknown whether the finding is new.
  if (judged.length === 0) return 'open';
  return judged.every((verdict) => verdict === 'passed') ? 'new' : 'back';
}
