/** The run as JUnit XML (`junit.xml`). */

import { type JunitCase, type JunitSuite, junitFile } from '../formats/junit.js';
import type { ReportedCheck, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { causeOf, violationOf } from './cause.js';
import { type NotJudged, notJudged } from './gate.js';
import { notes } from './notes.js';
import { rerunCommand } from './rerun.js';
import { failsTooInWords, seenInWords } from './seen.js';
import { excerpt } from './visible.js';

/**
 * The file has a suite for each interface and a test case for each check. A skipped test case
 * contains its reason, and a failed test case contains its evidence.
 */
export function junitReport(report: RunReport): string {
  const names = Object.keys(report.coverage.interfaces);
  const checksOf = (name: string) => report.checks.filter((check) => check.interface === name);
  const suites = names.map((name) => suiteOf(name, checksOf(name), report));
  const open = notJudged(report);
  if (open.length > 0) suites.unshift(suiteOfOpen(open, report));
  return junitFile({ name: `assay ${nameOf(report)}`, durationMs: report.durationMs, suites });
}

/** Without an error, a run that judged nothing would look like a run without failures. */
const suiteOfOpen = (open: readonly NotJudged[], report: RunReport): JunitSuite => ({
  name: `${nameOf(report)} not judged`,
  startedAt: report.startedAt,
  durationMs: 0,
  cases: open.map(({ name, message }) => ({
    group: `${nameOf(report).replaceAll('.', '_')}.${name}`,
    name: `${name}: not judged`,
    durationMs: 0,
    result: 'error',
    type: 'not judged',
    message: printable(message),
  })),
});

function suiteOf(name: string, checks: readonly ReportedCheck[], report: RunReport): JunitSuite {
  const times = timesOf(checks, report);
  return {
    name: `${nameOf(report)} ${name}`,
    startedAt: report.startedAt,
    durationMs: times.reduce((sum, time) => sum + time, 0),
    properties: notes(report).map(([title, line]) => [printable(title), printable(line)]),
    cases: checks.map((check, index) => ({
      group: `${nameOf(report).replaceAll('.', '_')}.${check.interface}`,
      name: printable(`${check.id}: ${check.title} (${check.clauses.join(', ')})`),
      file: report.target.file,
      durationMs: times[index] ?? 0,
      ...contentOf(check, report),
    })),
  };
}

/** This name is part of every suite, so that results of several targets can be told apart. */
const nameOf = ({ target }: RunReport): string => excerpt(target.name, 200);

/**
 * Returns the durations of these checks. Concurrent checks may together take longer than the run.
 * Consumers add up the times, so all are then reduced alike, and their sum is the duration of the
 * run.
 */
function timesOf(checks: readonly ReportedCheck[], report: RunReport): readonly number[] {
  const ofAll = report.checks.reduce((total, { durationMs }) => total + durationMs, 0);
  const factor = ofAll <= report.durationMs ? 1 : report.durationMs / ofAll;
  return checks.map(({ durationMs }) => durationMs * factor);
}

/** A failure that the user has accepted is written as a skipped test case with its reason. */
function contentOf(
  check: ReportedCheck,
  report: RunReport,
): Pick<JunitCase, 'result' | 'type' | 'message' | 'text'> {
  const { verdict, cause, reason, witness, expected, actual, response, commands, transcript } =
    check;
  const evidence: readonly string[] = (
    [
      ['expected', expected],
      ['got', actual],
      ['seen', seenInWords(check) ?? null],
      ['also for', failsTooInWords(check) ?? null],
      ['response', response ?? null],
      ...commands.map((command) => ['reproduce', command] as const),
      ['transcript', transcript === undefined ? null : `\n${transcript}`],
      ['re-run', rerunCommand(check) ?? null],
      ['cause', causeOf(check, report) ?? null],
    ] as const
  ).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const text = printable(evidence.join('\n'));
  const accepted = whyAccepted(check);
  if (accepted !== undefined)
    return { result: 'skipped', message: printable(`${verdict}, ${accepted}: ${reason}`) };
  const reasonText = printable(violationOf(check, report) ?? reason ?? '');
  switch (verdict) {
    case 'failed':
      return { result: 'failed', type: verdict, message: reasonText, text };
    case 'inconclusive':
      return { result: 'error', type: verdict, message: reasonText, text };
    case 'skipped':
      return { result: 'skipped', message: printable(`${cause}: ${reason}`) };
    case 'observed':
      return { result: 'passed', message: printable(`observed: ${reason}`) };
    case 'warning':
      return { result: 'passed', message: `warning: ${reasonText}`, text };
    case 'passed':
      return { result: 'passed', message: printable(witness ?? '') };
  }
}

/**
 * Replaces invisible characters by visible ones, and cuts long texts, which many programs cannot
 * display.
 */
const printable = (text: string): string => excerpt(text, 20_000);
