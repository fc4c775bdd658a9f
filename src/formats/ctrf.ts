/** Writes a file in the Common Test Report Format (CTRF). */

import { defined } from '../defined.js';

/** CTRF allows further members, which depend on the tool. */
export interface CtrfTest {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'other';
  /** In milliseconds. */
  readonly duration: number;
  readonly [more: string]: unknown;
}

export interface CtrfRun {
  readonly tool: { readonly name: string; readonly version: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly target: string;
  readonly tests: readonly CtrfTest[];
  /** The number of suites. Set if tests are grouped in suites. */
  readonly suites?: number;
  readonly extra: object;
}

/** Returns the text of the file. */
export function ctrfFile({
  tool,
  startedAt,
  durationMs,
  target,
  tests,
  suites,
  extra,
}: CtrfRun): string {
  const start = Date.parse(startedAt);
  const count = (status: CtrfTest['status']): number =>
    tests.filter((test) => test.status === status).length;
  const ctrf = {
    reportFormat: 'CTRF',
    // The version number that is usual in CTRF files.
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        ...defined({ suites }),
        start,
        stop: start + Math.round(durationMs),
        duration: Math.round(durationMs),
      },
      tests,
      environment: { testEnvironment: target },
      extra,
    },
  };
  return `${JSON.stringify(ctrf, null, 2)}\n`;
}
