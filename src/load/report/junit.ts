/** The load report as JUnit XML. */

import { type JunitCase, junitFile } from '../../formats/junit.js';
import type { LoadReport } from '../../schema/types.js';
import { findingsOf } from './findings.js';

const RESULTS = { passed: 'passed', failed: 'failed', unjudged: 'error' } as const;

/**
 * One suite each for thresholds, comparison, breakpoint and generator, and a test case for each
 * verdict.
 */
export function loadJunit(report: LoadReport): string {
  const { profile, target, startedAt, durationMs } = report;
  const findings = findingsOf(report);
  const suites = [...new Set(findings.map(({ group }) => group))].map((group) => {
    const cases = findings
      .filter((finding) => finding.group === group)
      .map(({ name, outcome, words }): JunitCase => {
        const message = outcome === 'unjudged' ? `not judged: ${words}` : words;
        return { group: `load.${group}`, name, durationMs, result: RESULTS[outcome], message };
      });
    return { name: group, startedAt, durationMs, cases };
  });
  return junitFile({ name: `${profile.name} against ${target.name}`, durationMs, suites });
}
