/** Says how binding a clause is, and why a violation may be only a warning. */

import type { ReportedCheck, ReportedClause } from '../schema/types.js';

/** Why the violation of a must clause is a warning. Undefined for any other verdict. */
export const whyWarning = (
  level: ReportedClause['level'],
  verdict: ReportedCheck['verdict'],
): string | undefined =>
  level === 'must' && verdict === 'warning'
    ? 'a warning, because the document does not clearly exclude this response'
    : undefined;

/** The level, such as `must`, with the reason if its violation is only a warning. */
export function levelInWords(
  { level }: Pick<ReportedClause, 'level'>,
  { verdict }: Pick<ReportedCheck, 'verdict'>,
): string {
  const why = whyWarning(level, verdict);
  return why === undefined ? level : `${level}; ${why}`;
}
