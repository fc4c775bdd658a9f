/** Counts findings, failed checks and warnings, in the same way for every report. */

import type { RunReport } from '../schema/types.js';
import { count } from './html/text.js';

/** Failures and warnings that the baseline accepts are not counted. */
export interface Counts {
  readonly findings: number;
  readonly failed: number;
  readonly warnings: number;
}

export function countsOf({ findings, checks }: Pick<RunReport, 'findings' | 'checks'>): Counts {
  const open = checks.filter(({ accepted }) => accepted === undefined);
  return {
    findings: findings.length,
    failed: open.filter(({ verdict }) => verdict === 'failed').length,
    warnings: open.filter(({ verdict }) => verdict === 'warning').length,
  };
}

/** Returns text such as `5 findings (10 failed checks, 1 warning)`. */
export function countsInWords(report: Pick<RunReport, 'findings' | 'checks'>): string {
  const { findings, failed, warnings } = countsOf(report);
  const parts = [
    ...(failed === 0 ? [] : [count(failed, 'failed check')]),
    ...(warnings === 0 ? [] : [count(warnings, 'warning')]),
  ];
  const words = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `${count(findings, 'finding')}${words}`;
}
