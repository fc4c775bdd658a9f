import type { LoadReport } from '../../schema/types.js';
import { type Finding, findingsOf } from './findings.js';

/** JUnit XML: a suite for thresholds, comparison, breakpoint and generator each, a case for each that was judged. */
export function loadJunit(report: LoadReport): string {
  const findings = findingsOf(report);
  const groups = [...new Set(findings.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const cases = findings.filter((finding) => finding.group === group);
    return `  <testsuite name="${group}" ${counts(cases)} skipped="0" timestamp="${escapeXml(report.startedAt)}" time="${seconds(report)}">\n${cases.map(caseOf).join('\n')}\n  </testsuite>`;
  });
  const name = `${report.profile.name} against ${report.target.name}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeXml(name)}" ${counts(findings)} time="${seconds(report)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

const seconds = ({ durationMs }: LoadReport): string => (durationMs / 1000).toFixed(3);

function counts(findings: readonly Finding[]): string {
  const of = (outcome: Finding['outcome']): number => findings.filter((one) => one.outcome === outcome).length;
  return `tests="${findings.length}" failures="${of('failed')}" errors="${of('unjudged')}"`;
}

function caseOf({ group, name, outcome, told }: Finding): string {
  const inner = {
    passed: `<system-out>${escapeXml(told)}</system-out>`,
    failed: `<failure message="${escapeXml(told)}"/>`,
    unjudged: `<error message="${escapeXml(`not judged: ${told}`)}"/>`,
  }[outcome];
  return `    <testcase classname="load.${group}" name="${escapeXml(name)}">${inner}</testcase>`;
}

/** Escapes for XML 1.0; what it cannot hold is left out. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\n\r\t]/g, (one) => `&#${one.charCodeAt(0)};`);
