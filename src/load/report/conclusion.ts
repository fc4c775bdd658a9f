/** Decides the overall verdict of a load report. */

import type { LoadReport } from '../../schema/types.js';

/** `unreliable` means that a limit was tested on times that are not reliable. */
export type Conclusion = 'held' | 'missed' | 'unreliable';

type Judged = Pick<LoadReport, 'trustworthy' | 'thresholds' | 'comparison' | 'breakpoint'>;

/**
 * Whether a delay of the load generator changes a metric. It changes times, the rate of responses,
 * and the numbers of requests that were not sent or not answered in time. It does not change the
 * number of wrong responses.
 */
export const dependsOnTime = (metric: string): boolean =>
  /^(response|service|lag)\.|^(throughput|dropped|timeouts)$/.test(metric);

export const missedRatios = ({ comparison }: Pick<LoadReport, 'comparison'>) =>
  comparison?.ratios.filter(({ held }) => held === false) ?? [];

/**
 * If the generator was late, only metrics that do not depend on time count. The verdict of a
 * breakpoint search always depends on time.
 */
export function conclusionOf(report: Judged): Conclusion {
  const { trustworthy, thresholds, comparison, breakpoint } = report;
  const isCertain = (metric: string): boolean => trustworthy || !dependsOnTime(metric);
  if (breakpoint) {
    if (!trustworthy) return 'unreliable';
    return breakpoint.highest === undefined ? 'missed' : 'held';
  }
  const limits = [...thresholds, ...(comparison?.ratios ?? [])].filter(
    ({ held }) => held !== undefined,
  );
  if (limits.some(({ held, metric }) => held === false && isCertain(metric))) return 'missed';
  return limits.every(({ metric }) => isCertain(metric)) ? 'held' : 'unreliable';
}
