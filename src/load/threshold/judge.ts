import type { LoadThresholdVerdict } from '../../schema/types.js';
import { figure, type Threshold, unitOf } from '../profile/index.js';
import { mergeSpreads, mergeTallies, type Recording } from '../record/index.js';
import { type Measured, measure } from './measure.js';

/** Whether a value keeps to a limit. */
export const keeps = ({ max, min }: Pick<Threshold, 'max' | 'min'>, value: number): boolean =>
  (max === undefined || value <= max) && (min === undefined || value >= min);

/** A threshold as people say it: `response.p95 ≤ 250 ms`. */
export function wording({ metric, max, min, scenario, request, windowMs }: Threshold): string {
  const unit = unitOf(metric);
  const limits = [
    ...(min === undefined ? [] : [`≥ ${figure(min, unit)}`]),
    ...(max === undefined ? [] : [`≤ ${figure(max, unit)}`]),
  ];
  const scope = [scenario, request].filter((one) => one !== undefined).join(', ');
  const window = windowMs === undefined ? '' : ` in every ${windowMs / 1000} s`;
  return `${metric}${scope === '' ? '' : ` of ${scope}`} ${limits.join(' and ')}${window}`;
}

/** What a threshold looks at in a finished recording. */
export function measuredOf(
  { requests }: Pick<Recording, 'requests'>,
  seconds: number,
  { scenario, request }: Pick<Threshold, 'scenario' | 'request'> = {},
): Measured {
  const lines = requests.filter(
    (line) =>
      (scenario === undefined || line.scenario === scenario) && (request === undefined || line.title === request),
  );
  return {
    tally: mergeTallies(lines.map(({ tally }) => tally)),
    response: mergeSpreads(lines.map(({ response }) => response)),
    service: mergeSpreads(lines.map(({ service }) => service)),
    lag: mergeSpreads(lines.map(({ lag }) => lag)),
    seconds,
  };
}

/** The verdict on one value. Nothing measured is a miss: a limit that nothing was held against does not hold. */
export function verdictOn(threshold: Threshold, observed: number | undefined): LoadThresholdVerdict {
  const held = observed !== undefined && keeps(threshold, observed);
  return { ...threshold, held, ...(observed === undefined ? { reason: nothing(threshold) } : { observed }) };
}

function nothing({ metric, request }: Threshold): string {
  if (metric === 'checks') return 'no answer was looked at: raise "sample" or let the run last longer';
  return request === undefined ? 'nothing was measured' : `no request with the title "${request}" was sent`;
}

/** Holds the thresholds of the whole run against a recording. */
export const judgeRun = (
  thresholds: readonly Threshold[],
  recording: Pick<Recording, 'requests'>,
  seconds: number,
): LoadThresholdVerdict[] =>
  thresholds.map((threshold) =>
    verdictOn(threshold, measure(threshold.metric, measuredOf(recording, seconds, threshold))),
  );
