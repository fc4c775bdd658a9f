import { escapeXml } from '../formats/xml.js';
import type { ReportedCheck, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { causeOf } from './cause.js';
import { notes } from './notes.js';
import { excerpt } from './visible.js';

/**
 * JUnit XML as Jenkins and Surefire both take it: a suite for each interface of the target, a case for each check; skips
 * keep their reasons, failures their evidence.
 */
export function junitReport(report: RunReport): string {
  const names = Object.keys(report.coverage.interfaces);
  const suites = names.map((name) =>
    suiteOf(
      name,
      report.checks.filter((check) => check.interface === name),
      report,
    ),
  );
  const { failures, errors } = countsOf(report.checks);
  const totals = `tests="${report.checks.length}" failures="${failures}" errors="${errors}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${shown(`assay ${nameOf(report)}`)}" ${totals} time="${seconds(report.durationMs)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function suiteOf(name: string, checks: readonly ReportedCheck[], report: RunReport): string {
  const { failures, errors, skipped } = countsOf(checks);
  const attributes = [
    `name="${shown(`${nameOf(report)} ${name}`)}"`,
    `tests="${checks.length}"`,
    `failures="${failures}"`,
    `errors="${errors}"`,
    `skipped="${skipped}"`,
    `timestamp="${shown(report.startedAt)}"`,
    `time="${seconds(timeOf(checks, report))}"`,
  ];
  const told = notes(report).map(
    ([title, line]) => `      <property name="${shown(title)}" value="${shown(line)}"/>\n`,
  );
  const properties = told.length === 0 ? '' : `    <properties>\n${told.join('')}    </properties>\n`;
  return `  <testsuite ${attributes.join(' ')}>\n${properties}${checks.map((check) => caseOf(check, report)).join('\n')}\n  </testsuite>`;
}

/** Whose results these are: in every name, so that the files of several targets can lie in one folder. */
const nameOf = ({ target }: RunReport): string => excerpt(target.name, 200);

/** Checks run side by side: their share of the time that the run took, not the sum of what each took. */
function timeOf(checks: readonly ReportedCheck[], report: RunReport): number {
  const sum = (some: readonly ReportedCheck[]): number => some.reduce((all, { durationMs }) => all + durationMs, 0);
  const all = sum(report.checks);
  return all <= report.durationMs ? sum(checks) : (report.durationMs * sum(checks)) / all;
}

/** What the baseline accepts is skipped, with the reason: it is red to nobody. */
function countsOf(checks: readonly ReportedCheck[]): { failures: number; errors: number; skipped: number } {
  const count = (test: (check: ReportedCheck) => boolean): number => checks.filter(test).length;
  return {
    failures: count(({ verdict, accepted }) => verdict === 'failed' && accepted === undefined),
    errors: count(({ verdict }) => verdict === 'inconclusive'),
    skipped: count(({ verdict, accepted }) => verdict === 'skipped' || accepted !== undefined),
  };
}

function caseOf(check: ReportedCheck, report: RunReport): string {
  const group = `${nameOf(report).replaceAll('.', '_')}.${check.interface}`;
  const name = `${check.id}: ${check.title} (${check.clauses.join(', ')})`;
  const attributes = `classname="${shown(group)}" name="${shown(name)}" time="${seconds(check.durationMs)}"`;
  const inner = contentOf(check, report);
  return inner === '' ? `    <testcase ${attributes}/>` : `    <testcase ${attributes}>\n${inner}\n    </testcase>`;
}

function contentOf(check: ReportedCheck, report: RunReport): string {
  const { verdict, cause, reason, witness, expected, actual, commands, replay, transcript } = check;
  const evidence: readonly string[] = (
    [
      ['expected', expected],
      ['got', actual],
      ...commands.map((command) => ['see it', command] as const),
      ['transcript', transcript === undefined ? null : `\n${transcript}`],
      ['again', replay === null ? null : `npx assay ${replay}`],
      ['cause', causeOf(check, report) ?? null],
    ] as const
  ).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const text = shown(evidence.join('\n'));
  const accepted = whyAccepted(check);
  if (accepted !== undefined) return `      <skipped message="${shown(`${verdict}, ${accepted}: ${reason}`)}"/>`;
  switch (verdict) {
    case 'failed':
      return `      <failure type="failed" message="${shown(reason ?? '')}">${text}</failure>`;
    case 'inconclusive':
      return `      <error type="inconclusive" message="${shown(reason ?? '')}">${text}</error>`;
    case 'skipped':
      return `      <skipped message="${shown(`${cause}: ${reason}`)}"/>`;
    case 'observed':
      return `      <system-out>${shown(`observed: ${reason}`)}</system-out>`;
    case 'warning':
      return `      <system-out>${shown(`warning: ${reason}`)}\n${text}</system-out>`;
    case 'passed':
      return witness === null ? '' : `      <system-out>${shown(witness)}</system-out>`;
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** What XML 1.0 cannot hold is spelled out, and what no reader of it could show is cut. */
const shown = (text: string): string => escapeXml(excerpt(text, 20_000));
