/** The load report in the Common Test Report Format (`ctrf.json`). */

import { ctrfFile } from '../../formats/ctrf.js';
import type { LoadReport } from '../../schema/types.js';
import { findingsOf } from './findings.js';

/** CTRF has no status for a limit that is not judged. It is `other`. */
const STATUS = { passed: 'passed', failed: 'failed', unjudged: 'other' } as const;

export function loadCtrf(report: LoadReport): string {
  const { tool, target, profile, startedAt, durationMs, throughput, response, totals } = report;
  const tests = findingsOf(report).map(({ group, name, outcome, words }) => ({
    name,
    status: STATUS[outcome],
    rawStatus: outcome,
    duration: Math.round(durationMs),
    suite: [group],
    type: 'load',
    message: words,
  }));
  const { histogram: _, ...times } = response;
  return ctrfFile({
    tool,
    startedAt,
    durationMs,
    target: target.name,
    tests,
    extra: {
      profile: profile.name,
      outcome: report.outcome,
      throughput,
      response: times,
      offered: totals.offered,
    },
  });
}
