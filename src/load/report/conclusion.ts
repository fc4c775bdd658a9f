/** Decides the overall verdict of a load report. */

import type { LoadReport } from '../../schema/types.js';
import { hasShortage } from '../run/shortage.js';

/**
 * `unreliable` means that a limit was tested on times that are not reliable, or on a metric of
 * which a compared report has too few values.
 */
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
  // A visit is also abandoned if a request timed out, or was not sent in time.
  if (metric === 'abandoned') return totals.timedOut === 0 && totals.dropped === 0;
  return !/^(response|service|lag)\.|^(throughput|dropped|timeouts)$/.test(metric);
}

export type Judgement = 'passed' | 'failed' | 'unjudged';

/** The signs of a judgement for texts without colours. */
export const SIGNS: Readonly<Record<Judgement, string>> = {
  passed: '✓',
  failed: '✗',
  unjudged: '?',
};

type Ratio = NonNullable<LoadReport['comparison']>['ratios'][number];
type Limit = Pick<Ratio, 'metric' | 'held'>;

/** A limit is not judged if its metric is uncertain. */
export function judgementOf({ held, metric }: Limit, report: Reliability): Judgement {
  if (held === undefined || !isCertain(metric, report)) return 'unjudged';
  return held ? 'passed' : 'failed';
}

const hasLimit = ({ maxRatio, minRatio, held }: Ratio): boolean =>
  maxRatio !== undefined || minRatio !== undefined || held !== undefined;

/** Whether the ratio has a limit that is not judged, because a report is unreliable. */
export const isUnjudgedLimit = (ratio: Ratio): boolean =>
  hasLimit(ratio) && ratio.held === undefined;

/** Whether a limit of the comparison is not judged. */
export const hasUnjudgedLimit = ({
  ratios,
  unmeasured = [],
}: NonNullable<LoadReport['comparison']>): boolean =>
  unmeasured.length > 0 || ratios.some(isUnjudgedLimit);

export const missedRatios = ({ comparison }: Pick<LoadReport, 'comparison'>) =>
  comparison?.ratios.filter(({ held }) => held === false) ?? [];

/**
 * A missed limit is decisive, even if other limits are not judged. The verdict of a breakpoint
 * search depends on time, so it is not judged if the times are unreliable.
 */
export function conclusionOf(report: Judged): Conclusion {
  const { trustworthy, thresholds, comparison, breakpoint } = report;
  if (breakpoint) {
    if (!trustworthy) return 'unreliable';
    return breakpoint.highest === undefined ? 'missed' : 'held';
  }
  const limits: readonly Limit[] = [...thresholds, ...(comparison?.ratios ?? []).filter(hasLimit)];
  const judgements = limits.map((limit) => judgementOf(limit, report));
  if (judgements.includes('failed')) return 'missed';
  const isUnmeasured = (comparison?.unmeasured ?? []).length > 0;
  return isUnmeasured || judgements.includes('unjudged') ? 'unreliable' : 'held';
}
