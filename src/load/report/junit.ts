import { escapeXml } from '../../formats/xml.js';
import type { LoadReport } from '../../schema/types.js';
import { type Finding, findingsOf } from './findings.js';

/** JUnit XML: a suite for thresholds, comparison, breakpoint and generator each, a case for each that was judged. */
export function loadJunit(report: LoadReport): string {
  const findings = findingsOf(report);
  const groups = [...new Set(findings.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const cases = findings.filter((finding) => finding.group === group);
    return `  <testsuite name="${group}" ${counts(cases)} skipped="0" timestamp="${shown(report.startedAt)}" time="${seconds(report)}">\n${cases.map(caseOf).join('\n')}\n  </testsuite>`;
  });
  const name = `${report.profile.name} against ${report.target.name}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${shown(name)}" ${counts(findings)} time="${seconds(report)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

const seconds = ({ durationMs }: LoadReport): string => (durationMs / 1000).toFixed(3);

function counts(findings: readonly Finding[]): string {
  const of = (outcome: Finding['outcome']): number => findings.filter((one) => one.outcome === outcome).length;
  return `tests="${findings.length}" failures="${of('failed')}" errors="${of('unjudged')}"`;
}

function caseOf({ group, name, outcome, told }: Finding): string {
  const inner = {
    passed: `<system-out>${shown(told)}</system-out>`,
    failed: `<failure message="${shown(told)}"/>`,
    unjudged: `<error message="${shown(`not judged: ${told}`)}"/>`,
  }[outcome];
  return `    <testcase classname="load.${group}" name="${shown(name)}">${inner}</testcase>`;
}

/** What XML 1.0 cannot hold is left out. */
const shown = (text: string): string =>
  escapeXml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
