/** Decides the overall verdict of a load report. */

import type { LoadReport } from '../../schema/types.js';
import { hasShortage } from '../run/index.js';

/** `unreliable` means that a limit was tested on times that are not reliable. */
export type Conclusion = 'held' | 'missed' | 'unreliable';

type Reliability = Pick<LoadReport, 'trustworthy' | 'totals'>;
type Judged = Reliability & Pick<LoadReport, 'thresholds' | 'comparison' | 'breakpoint'>;

/**
 * Whether the value of a metric is certain, even if the load generator was late. A late generator
 * changes times, the rate of responses, and the numbers of requests that were not sent or not
 * answered in time. Errors include timeouts and failed connections, so they are certain only if no
 * request timed out, and if this machine could open every connection.
 */
export function isCertain(metric: string, { trustworthy, totals }: Reliability): boolean {
  if (trustworthy) return true;
  if (metric === 'errors') return totals.timedOut === 0 && !hasShortage(totals.failures);
  return !/^(response|service|lag)\.|^(throughput|dropped|timeouts)$/.test(metric);
}

export const missedRatios = ({ comparison }: Pick<LoadReport, 'comparison'>) =>
  comparison?.ratios.filter(({ held }) => held === false) ?? [];

/**
 * If the generator was late, only metrics that do not depend on time count. The verdict of a
 * breakpoint search always depends on time.
 */
export function conclusionOf(report: Judged): Conclusion {
  const { trustworthy, thresholds, comparison, breakpoint } = report;
  if (breakpoint) {
    if (!trustworthy) return 'unreliable';
    return breakpoint.highest === undefined ? 'missed' : 'held';
  }
  const limits = [...thresholds, ...(comparison?.ratios ?? [])].filter(
    ({ held }) => held !== undefined,
  );
  if (limits.some(({ held, metric }) => held === false && isCertain(metric, report)))
    return 'missed';
  return limits.every(({ metric }) => isCertain(metric, report)) ? 'held' : 'unreliable';
}
