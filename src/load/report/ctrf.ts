import type { LoadReport } from '../../schema/types.js';
import { findingsOf } from './findings.js';

const STATUS = { passed: 'passed', failed: 'failed', unjudged: 'other' } as const;

/** `ctrf.json`: what was judged, in the Common Test Report Format. */
export function loadCtrf(report: LoadReport): string {
  const { tool, target, profile, startedAt, durationMs, throughput, response, totals } = report;
  const tests = findingsOf(report).map(({ group, name, outcome, told }) => ({
    name,
    status: STATUS[outcome],
    rawStatus: outcome,
    duration: Math.round(durationMs),
    suite: [group],
    type: 'load',
    message: told,
  }));
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(startedAt);
  const { histogram: _, ...times } = response;
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: 0,
        pending: 0,
        other: count('other'),
        start,
        stop: start + Math.round(durationMs),
        duration: Math.round(durationMs),
      },
      tests,
      environment: { testEnvironment: target.name },
      extra: { profile: profile.name, outcome: report.outcome, throughput, response: times, offered: totals.offered },
    },
  };
  return `${JSON.stringify(ctrf, null, 2)}\n`;
}
