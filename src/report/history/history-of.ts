import type {
  PastCause,
  PastRun,
  PastVerdict,
  RunHistory,
  RunReport,
  TargetHistory,
} from '../../schema/types.js';
import { headOf, type NamedRun } from '../named-run.js';
import { excerpt } from '../visible.js';

/** What is there comes first, and of that what is new; what is gone comes last. */
const STATES: readonly PastCause['state'][] = [
  'new',
  'back',
  'open',
  'unjudged',
  'accepted',
  'gone',
];

/** The runs of each target in order of time: both numbers, and the findings over time. */
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
  const broken = new Set(reports.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  const causes = [...broken].map((clause) => causeOf(clause, reports));
  return {
    target: excerpt(target, 200),
    runs: runs.map(pastRun),
    causes: causes.sort(
      (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || (a.clause < b.clause ? -1 : 1),
    ),
  };
}

const pastRun = (past: NamedRun): PastRun => ({
  ...headOf(past),
  causes: past.report.findings.length,
});

/** The clause that a finding breaks is what makes it the same cause in another run. */
function causeOf(clause: string, reports: readonly RunReport[]): PastCause {
  const verdicts = reports.map((report) => verdictIn(clause, report));
  const titles = reports.flatMap(({ findings }) =>
    findings.filter((finding) => finding.clause === clause),
  );
  return {
    clause: excerpt(clause, 60),
    title: excerpt(titles.at(-1)?.title ?? '', 300),
    state: stateOf(verdicts),
    verdicts,
  };
}

/** A finding is fixed only when its clause passed; without a verdict it stays. */
function verdictIn(clause: string, { checks, clauses }: RunReport): PastVerdict {
  const mine = checks.filter(
    ({ clauses: of, verdict }) =>
      of.includes(clause) && (verdict === 'failed' || verdict === 'warning'),
  );
  const open = mine.filter(({ accepted }) => accepted === undefined);
  if (open.length > 0)
    return open.some(({ verdict }) => verdict === 'failed') ? 'failed' : 'warning';
  if (mine.length > 0) return 'accepted';
  return clauses.find(({ id }) => id === clause)?.verdict === 'passed' ? 'passed' : 'unjudged';
}

function stateOf(verdicts: readonly PastVerdict[]): PastCause['state'] {
  const last = verdicts.at(-1);
  if (last === 'accepted' || last === 'unjudged') return last;
  if (last === 'passed') return 'gone';
  const judged = verdicts.slice(0, -1).filter((verdict) => verdict !== 'unjudged');
  if (judged.at(-1) !== undefined && judged.at(-1) !== 'passed') return 'open';
  // A clause that was never tested before may have been violated all the time.
  if (judged.length === 0) return 'open';
  return judged.every((verdict) => verdict === 'passed') ? 'new' : 'back';
}
