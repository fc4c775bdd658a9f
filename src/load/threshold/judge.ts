import type { LoadThresholdVerdict } from '../../schema/types.js';
import { figure, type Threshold, unitOf } from '../profile/index.js';
import type { Recording } from '../record/index.js';
import { type Measured, measure, measuredOf } from './measure.js';

/** Whether a value keeps to a limit. */
export const keeps = ({ max, min }: Pick<Threshold, 'max' | 'min'>, value: number): boolean =>
  (max === undefined || value <= max) && (min === undefined || value >= min);

/** A threshold as people say it: `response.p95 of token ≤ 250 ms`. */
export function wording({ metric, max, min, scenario, request, windowMs }: Threshold): string {
  const unit = unitOf(metric);
  const scope = [scenario, request].filter((one) => one !== undefined).join(', ');
  return [
    metric,
    ...(scope === '' ? [] : [`of ${scope}`]),
    [
      ...(min === undefined ? [] : [`≥ ${figure(min, unit)}`]),
      ...(max === undefined ? [] : [`≤ ${figure(max, unit)}`]),
    ].join(' and '),
    ...(windowMs === undefined ? [] : [`in every ${windowMs / 1000} s`]),
  ].join(' ');
}

/** The verdict on one value. Without a measurement the threshold is missed. */
export function verdictOn(
  threshold: Threshold,
  observed: number | undefined,
): LoadThresholdVerdict {
  const held = observed !== undefined && keeps(threshold, observed);
  return {
    ...threshold,
    held,
    ...(observed === undefined ? { reason: nothing(threshold) } : { observed }),
  };
}

function nothing({ metric, request }: Threshold): string {
  if (metric === 'checks') return 'no response was sampled: raise "sample" or run longer';
  return request === undefined
    ? 'nothing was measured'
    : `no request with the title "${request}" was sent`;
}

/**
 * Judges the thresholds of a whole run, those of a scenario or a request by the lines of its
 * recording.
 */
export const judgeRun = (
  thresholds: readonly Threshold[],
  measured: Measured,
  recording: Pick<Recording, 'requests'>,
): LoadThresholdVerdict[] =>
  thresholds.map((threshold) => {
    const { metric, scenario, request } = threshold;
    const whole = scenario === undefined && request === undefined;
    return verdictOn(
      threshold,
      measure(metric, whole ? measured : measuredOf(recording, measured.seconds, threshold)),
    );
  });
