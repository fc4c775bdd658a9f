/** A run in a report about several runs. */

import type { Implementation, RunReport } from '../schema/types.js';
import { excerpt } from './visible.js';

export interface NamedRun {
  /** The path or name that the user gave. */
  readonly run: string;
  readonly report: RunReport;
}

/** Returns what a report about several runs shows of each run, except its name. */
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
