/** Evaluates the thresholds of a load run. */

import type { LoadThresholdVerdict } from '../../schema/types.js';
import { capturedOf, unitOf, withUnit } from '../profile/metric.js';
import type { Threshold } from '../profile/plan.js';
import { isOfWholeRun, type Measured, measure, measuredOf } from './measure.js';

export const isWithinLimit = (
  { max, min }: Pick<Threshold, 'max' | 'min'>,
  value: number,
): boolean => (max === undefined || value <= max) && (min === undefined || value >= min);

/** A text such as `response.p95 of token ≤ 250 ms`. */
export function wording(threshold: Threshold): string {
  const { metric, max, min, windowMs } = threshold;
  const unit = unitOf(metric);
  const scope = scopeWords(threshold);
  return [
    metric,
    ...(scope === '' ? [] : [`of ${scope}`]),
    [
      ...(min === undefined ? [] : [`≥ ${withUnit(min, unit)}`]),
      ...(max === undefined ? [] : [`≤ ${withUnit(max, unit)}`]),
    ].join(' and '),
    ...(windowMs === undefined ? [] : [`in every ${windowMs / 1000} s`]),
  ].join(' ');
}

/**
 * Names the requests of a threshold, such as `browse, GET /products, kind=read`. The text is
 * empty if the threshold is for all requests.
 */
const scopeWords = ({
  scenario,
  request,
  tags = {},
}: Pick<Threshold, 'scenario' | 'request' | 'tags'>): string =>
  [scenario, request, ...Object.entries(tags).map((pair) => pair.join('='))]
    .filter((one) => one !== undefined)
    .join(', ');

/** The verdict on a threshold. If nothing was measured, it is not held. */
export function verdictOn(
  threshold: Threshold,
  observed: number | undefined,
): LoadThresholdVerdict {
  const held = observed !== undefined && isWithinLimit(threshold, observed);
  return {
    ...threshold,
    held,
    ...(observed === undefined ? { reason: whyUnmeasured(threshold) } : { observed }),
  };
}

function whyUnmeasured({ metric, request }: Threshold): string {
  if (capturedOf(metric)) return `no response contained a number for ${metric}`;
  if (metric === 'checks') return 'no response was sampled: raise "sample" or run longer';
  return request === undefined
    ? 'nothing was measured'
    : `no request with the title "${request}" was sent`;
}

/**
 * Evaluates all thresholds. A threshold for a scenario, a request or tags uses only the
 * measurements of those requests.
 */
export const judgeRun = (
  thresholds: readonly Threshold[],
  measured: Measured,
  recording: Parameters<typeof measuredOf>[0],
): LoadThresholdVerdict[] =>
  thresholds.map((threshold) => {
    const { metric } = threshold;
    return verdictOn(
      threshold,
      measure(
        metric,
        isOfWholeRun(threshold) ? measured : measuredOf(recording, measured.seconds, threshold),
      ),
    );
  });
