/** Decides whether a run passes (the gate), and explains why a run does not pass. */

import { listInWords } from '../in-words.js';
import type { Cause, ReportedClause, RunReport } from '../schema/types.js';
import { count } from './html/text.js';
import { interruptionOf } from './interruption.js';
import { instability } from './notes.js';
import { percent } from './percent.js';

export interface Gate {
  /**
   * - `broken`: a check failed, or the baseline has an error. In a strict run a warning or an
   *   unstable target also breaks the gate.
   * - `unjudged`: the checks did not run, a planned must clause has no verdict, the coverage is too
   *   low, or the run ended early at a quota or without progress.
   * - `interrupted`: by a signal.
   */
  readonly outcome: 'holds' | 'broken' | 'unjudged' | 'interrupted';
  /** Why the run does not pass, one line each. */
  readonly messages: readonly string[];
}

/** The parts of a baseline that affect the gate. A baseline is a list of accepted failures. */
export interface GateOptions {
  /** The ids of checks whose failure is accepted. By default the report says which they are. */
  readonly accepted?: ReadonlySet<string>;
  /** Errors in the baseline itself. */
  readonly complaints?: readonly string[];
}

/** The share of the must clauses of each interface that must have a verdict. */
const DEFAULT_MIN_COVERAGE = 0.5;

/**
 * Decides whether a run passes, for every command. A run passes only if no check failed outside the
 * baseline, every planned must clause has a verdict, and the coverage is sufficient.
 */
export function gateOf(
  report: RunReport,
  { accepted = acceptedIn(report), complaints = [] }: GateOptions = {},
): Gate {
  const { interruption } = report;
  if (report.interrupted && interruption === undefined)
    return {
      outcome: 'interrupted',
      messages: ['Interrupted: the reports contain the results up to then.'],
    };
  const endedEarly = interruption === undefined ? [] : [`Not judged: ${interruptionOf(report)}.`];
  const broken = [...failures(report, accepted), ...complaints];
  if (broken.length > 0) return { outcome: 'broken', messages: [...broken, ...endedEarly] };
  if (endedEarly.length > 0) return { outcome: 'unjudged', messages: endedEarly };
  const open = unjudged(report, accepted);
  return open.length > 0
    ? { outcome: 'unjudged', messages: open }
    : { outcome: 'holds', messages: [] };
}

const acceptedIn = ({ checks }: RunReport): ReadonlySet<string> =>
  new Set(checks.flatMap(({ id, accepted }) => (accepted === undefined ? [] : [id])));

/** The gate in a few words, for the beginning of a report. */
export function gateInWords(report: RunReport): string {
  const { outcome, messages } = gateOf(report);
  if (outcome === 'holds') return 'The gate holds';
  return messages[0]?.replace(/\.$/, '') ?? 'The gate does not hold';
}

/** A part of a run that was not judged, for readers of test results. */
export interface NotJudged {
  /** The name of an interface, or `gate` if each interface was judged in part. */
  readonly name: string;
  readonly message: string;
}

/**
 * The interfaces of which no must clause was judged, if the run did not reach a decision. A report
 * of such a run must not look like that of a run without failures.
 */
export function notJudged(report: RunReport): readonly NotJudged[] {
  const { outcome, messages } = gateOf(report);
  if (outcome === 'holds' || outcome === 'broken') return [];
  const message = messages.join('\n');
  const names = Object.entries(report.coverage.interfaces)
    .filter(([, { judged, total }]) => judged === 0 && total > 0)
    .map(([name]) => name);
  return (names.length === 0 ? ['gate'] : names).map((name) => ({ name, message }));
}

function failures(report: RunReport, accepted: ReadonlySet<string>): readonly string[] {
  const { checks, strict } = report;
  const unstable = instability(report);
  const bad = checks.filter(
    ({ id, verdict, level }) =>
      !accepted.has(id) &&
      (verdict === 'failed' || (strict && verdict === 'warning' && level !== 'open')),
  );
  return [
    ...(bad.length === 0
      ? []
      : [
          `The gate does not hold: ${count(bad.length, 'check')} ${strict ? 'failed or warned (--strict)' : 'failed'}.`,
        ]),
    ...(strict && unstable.length > 0
      ? [`The gate does not hold: the target is unstable, ${listInWords(unstable)} (--strict).`]
      : []),
  ];
}

/**
 * Returns the most informative reason why a run without a failure does not pass. The list is empty
 * if the run passes.
 */
function unjudged(report: RunReport, accepted: ReadonlySet<string>): readonly string[] {
  if (report.preflight.length > 0)
    return report.preflight.map((line) => `Not judged: ${line}. Use --no-preflight to run anyway.`);
  const { passed = 0, failed = 0, warning = 0, observed = 0 } = report.verdicts;
  if (passed + failed + warning + observed === 0) {
    const reasons = report.clauses.flatMap((clause) => clause.reasons);
    const noClause =
      report.notConfigured.length > 0
        ? 'none of the tested interfaces is configured'
        : 'no check was chosen';
    const why = report.clauses.length === 0 ? noClause : commonest(reasons);
    return [`Not judged: no check has a verdict (${why}).`];
  }
  const open = openClauses(report, accepted);
  if (open.length > 0)
    return [
      `Not judged: ${open.length} must ${open.length === 1 ? 'clause has' : 'clauses have'} no verdict.`,
      ...open.slice(0, MAX_LISTED).map((clause) => `  ${clause.id}  ${whyOpen(clause)}`),
      ...(open.length > MAX_LISTED
        ? [`  … and ${open.length - MAX_LISTED} more: see the reports.`]
        : []),
    ];
  return belowFloor(report);
}

/** The maximum number of clauses that are listed. */
const MAX_LISTED = 10;

const whyOpen = ({ reasons }: ReportedClause): string =>
  reasons.find((reason) => /^(inconclusive|skipped \(prerequisite\))/.test(reason)) ??
  'no reason recorded';

/**
 * Planned must clauses without a verdict. In the test of a client, a clause is open as soon as one
 * of the scenarios that test it has no verdict. Clauses of an unimplemented feature are left out if
 * the baseline accepts that the feature is missing.
 */
function openClauses(
  { clauses, checks, target }: RunReport,
  accepted: ReadonlySet<string>,
): readonly ReportedClause[] {
  const acceptedAsMissing = new Set(
    checks.flatMap(({ id, missing }) => (accepted.has(id) && missing ? [missing] : [])),
  );
  const open = new Set(
    checks
      .filter(({ verdict, cause }) => verdict === 'inconclusive' || cause === 'prerequisite')
      .filter(({ reason }) => reason === null || !acceptedAsMissing.has(reason))
      .map(({ id }) => id),
  );
  return clauses.filter(
    (clause) =>
      clause.level === 'must' &&
      (target.origin === 'client' || !isJudged(clause)) &&
      clause.checks.some((id) => open.has(id)),
  );
}

/**
 * Compares the share of tested must clauses with the required coverage. Clauses of features that
 * the target does not offer do not count. `minCoverage` applies to all interfaces together. By
 * default half of the clauses of each interface must have a verdict, not counting clauses that
 * cannot be tested with the settings and data of the target.
 */
function belowFloor({ clauses, checks, target, minCoverage }: RunReport): readonly string[] {
  const causes = new Map(checks.map(({ id, cause }) => [id, cause]));
  const isSkippedFor = (skipCauses: readonly Cause[], { checks: ids }: ReportedClause): boolean =>
    ids.every((id) => skipCauses.some((cause) => cause === causes.get(id)));
  // If a client does not implement a task, the cause of the skipped checks is `configuration`.
  const wanted = clauses.filter(
    (clause) =>
      clause.level === 'must' &&
      clause.checks.length > 0 &&
      !isNotOffered(clause) &&
      !(target.origin === 'client' && isSkippedFor(['configuration'], clause)),
  );
  if (minCoverage !== null) {
    const line = below('coverage', wanted, minCoverage);
    return line === undefined ? [] : [line];
  }
  return [...new Set(wanted.map((clause) => clause.interface))].flatMap((name) => {
    const wantedOfInterface = wanted.filter(
      (clause) => clause.interface === name && !isSkippedFor(['configuration', 'data'], clause),
    );
    return below(`coverage of ${name}`, wantedOfInterface, DEFAULT_MIN_COVERAGE) ?? [];
  });
}

/** Whether the settings say that the target does not have the feature of the clause. */
const isNotOffered = ({ verdict, reasons }: ReportedClause): boolean =>
  verdict === 'skipped' &&
  reasons.length > 0 &&
  reasons.every((reason) => reason.startsWith('skipped (configuration): not offered'));

function below(what: string, wanted: readonly ReportedClause[], floor: number): string | undefined {
  const judged = wanted.filter(isJudged).length;
  if (wanted.length === 0 || judged / wanted.length >= floor) return undefined;
  const reasons = wanted.filter((clause) => !isJudged(clause)).flatMap((clause) => clause.reasons);
  return `Not judged: the ${what} is ${judged} of ${wanted.length} must clauses, below ${percent(floor)} (${commonest(reasons)}). Add the missing settings, or set --min-coverage.`;
}

function commonest(reasons: readonly string[]): string {
  const uses = (reason: string): number => reasons.filter((other) => other === reason).length;
  return [...new Set(reasons)].sort((a, b) => uses(b) - uses(a))[0] ?? 'no reason recorded';
}

const isJudged = ({ verdict }: ReportedClause): boolean =>
  verdict === 'passed' || verdict === 'failed' || verdict === 'warning';
