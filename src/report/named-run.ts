import type { Implementation, RunReport } from '../schema/types.js';
import { excerpt } from './visible.js';

/** A run among others. */
export interface NamedRun {
  /** Where it was found, as its user names it. */
  readonly run: string;
  readonly report: RunReport;
}

/** A run among others: time, tool, document, and both numbers. */
export function headOf({ run, report }: NamedRun): Omit<Implementation, 'name'> {
  const { startedAt, tool, document, interrupted, conformance, coverage } = report;
  return {
    run: excerpt(run, 300),
    startedAt,
    version: excerpt(tool.version, 60),
    document: excerpt(document, 100),
    interrupted,
    conformance: {
      passed: conformance.passed,
      judged: conformance.judged,
      ratio: conformance.ratio,
    },
    coverage: { judged: coverage.judged, total: coverage.total, ratio: coverage.ratio },
  };
}
