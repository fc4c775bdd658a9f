import type { ReportedCheck, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { causeOf } from './cause.js';
import { notes } from './notes.js';
import { excerpt } from './visible.js';

/** JUnit XML: a suite for each interface, a case for each check; skips keep their reasons, failures their evidence. */
export function junitReport(report: RunReport): string {
  const names = Object.keys(report.coverage.interfaces);
  const suites = names.map((name) =>
    suiteOf(
      name,
      report.checks.filter((check) => check.interface === name),
      report,
    ),
  );
  const { errors, ...counted } = countsOf(report.checks);
  const totals = `tests="${report.checks.length}" failures="${counted.failures}" errors="${errors}" skipped="${counted.skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay" ${totals} time="${seconds(report.durationMs)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function suiteOf(name: string, checks: readonly ReportedCheck[], report: RunReport): string {
  const { failures, errors, skipped } = countsOf(checks);
  const attributes = [
    `name="${escapeXml(name)}"`,
    `tests="${checks.length}"`,
    `failures="${failures}"`,
    `errors="${errors}"`,
    `skipped="${skipped}"`,
    `timestamp="${escapeXml(report.startedAt)}"`,
    `time="${seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0))}"`,
  ];
  const told = notes(report).map(
    ([title, line]) => `      <property name="${escapeXml(title)}" value="${escapeXml(line)}"/>\n`,
  );
  const properties = told.length === 0 ? '' : `    <properties>\n${told.join('')}    </properties>\n`;
  return `  <testsuite ${attributes.join(' ')}>\n${properties}${checks.map((check) => caseOf(check, report)).join('\n')}\n  </testsuite>`;
}

/** What the baseline accepts is skipped, with the reason: it is red to nobody. */
function countsOf(checks: readonly ReportedCheck[]): { failures: number; errors: number; skipped: number } {
  const count = (test: (check: ReportedCheck) => boolean): number => checks.filter(test).length;
  return {
    failures: count(({ verdict, accepted }) => verdict === 'failed' && accepted === undefined),
    errors: count(({ verdict }) => verdict === 'inconclusive'),
    skipped: count(
      ({ verdict, accepted }) => verdict === 'skipped' || verdict === 'observed' || accepted !== undefined,
    ),
  };
}

function caseOf(check: ReportedCheck, report: RunReport): string {
  const attributes = `classname="${escapeXml(check.clauses.join(' '))}" name="${escapeXml(`${check.id}: ${check.title}`)}" time="${seconds(check.durationMs)}"`;
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
  const text = escapeXml(evidence.join('\n'));
  const accepted = whyAccepted(check);
  if (accepted !== undefined) return `      <skipped message="${escapeXml(`${verdict}, ${accepted}: ${reason}`)}"/>`;
  switch (verdict) {
    case 'failed':
      return `      <failure message="${escapeXml(reason ?? '')}">${text}</failure>`;
    case 'inconclusive':
      return `      <error message="${escapeXml(reason ?? '')}">${text}</error>`;
    case 'skipped':
      return `      <skipped message="${escapeXml(`${cause}: ${reason}`)}"/>`;
    case 'observed':
      return `      <skipped message="${escapeXml(`observed: ${reason}`)}"/>`;
    case 'warning':
      return `      <system-out>${escapeXml(`warning: ${reason}`)}\n${text}</system-out>`;
    case 'passed':
      return witness === null ? '' : `      <system-out>${escapeXml(witness)}</system-out>`;
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** Escapes for XML 1.0; what it cannot hold is spelled out, and what no reader of it could show is cut. */
const escapeXml = (text: string): string =>
  excerpt(text, 20_000).replace(/[&<>"'\n\r\t]/g, (c) => `&#${c.charCodeAt(0)};`);
