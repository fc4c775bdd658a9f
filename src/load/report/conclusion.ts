/** Decides the overall verdict of a load report. */

import type { LoadReport } from '../../schema/types.js';

/** `unreliable`: tested values depend on unreliable times. */
export type Conclusion = 'held' | 'missed' | 'unreliable';

type Judged = Pick<LoadReport, 'trustworthy' | 'thresholds' | 'comparison' | 'breakpoint'>;

/**
 * A delay of the generator changes these metrics: times, the rate of responses, and requests not
 * sent or not answered in time. A wrong status or body does not depend on speed.
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
