import type { ReportedCheck, RunReport } from '../schema/types.js';
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
  const { failed = 0, inconclusive = 0, skipped = 0, observed = 0 } = report.verdicts;
  const totals = `tests="${report.checks.length}" failures="${failed}" errors="${inconclusive}" skipped="${skipped + observed}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay" ${totals} time="${seconds(report.durationMs)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function suiteOf(name: string, checks: readonly ReportedCheck[], report: RunReport): string {
  const count = (...verdicts: readonly string[]): number =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const attributes = [
    `name="${escapeXml(name)}"`,
    `tests="${checks.length}"`,
    `failures="${count('failed')}"`,
    `errors="${count('inconclusive')}"`,
    `skipped="${count('skipped', 'observed')}"`,
    `timestamp="${escapeXml(report.startedAt)}"`,
    `time="${seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0))}"`,
  ];
  const told = notes(report).map(
    ([title, line]) => `      <property name="${escapeXml(title)}" value="${escapeXml(line)}"/>\n`,
  );
  const properties = told.length === 0 ? '' : `    <properties>\n${told.join('')}    </properties>\n`;
  return `  <testsuite ${attributes.join(' ')}>\n${properties}${checks.map((check) => caseOf(check)).join('\n')}\n  </testsuite>`;
}

function caseOf(check: ReportedCheck): string {
  const attributes = `classname="${escapeXml(check.clauses.join(' '))}" name="${escapeXml(`${check.id}: ${check.title}`)}" time="${seconds(check.durationMs)}"`;
  const inner = contentOf(check);
  return inner === '' ? `    <testcase ${attributes}/>` : `    <testcase ${attributes}>\n${inner}\n    </testcase>`;
}

function contentOf({ verdict, cause, reason, witness, expected, actual, curl, replay }: ReportedCheck): string {
  const evidence = [
    ['expected', expected],
    ['got', actual],
    ['see it', curl],
    ['again', replay === null ? null : `assay ${replay}`],
  ].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const text = escapeXml(evidence.join('\n'));
  switch (verdict) {
    case 'failed':
      return `      <failure message="${escapeXml(reason ?? '')}">${text}</failure>`;
    case 'inconclusive':
      return `      <error message="${escapeXml(reason ?? '')}"/>`;
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
