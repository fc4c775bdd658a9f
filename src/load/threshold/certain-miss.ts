import { type Threshold, timeOf } from '../profile/index.js';
import { sentOf } from '../record/index.js';
import { keeps } from './judge.js';
import { type Measured, measure } from './measure.js';

/** Standard deviations of the interval that must lie wholly beyond a limit. */
const Z = 1.96;
/** Fewer times than these prove nothing about a percentile. */
const MIN_TIMES = 5;

/**
 * The value of a metric over few requests where it misses its limit beyond doubt, else undefined: for a share the whole
 * Wilson interval lies beyond the limit, for a percentile the median does. 7 errors of 10 miss a limit of 10 %.
 */
export function certainMiss(threshold: Threshold, measured: Measured): number | undefined {
  const { metric } = threshold;
  const value = measure(metric, measured);
  if (value === undefined || keeps(threshold, value)) return undefined;
  const timed = timeOf(metric);
  if (timed !== undefined) {
    const spread = measured[timed.time];
    const enough = spread !== undefined && spread.count >= MIN_TIMES;
    return enough && (timed.column === 'max' || !keeps(threshold, spread.p50)) ? value : undefined;
  }
  const [low, high] = wilson(value, wholeOf(threshold, measured));
  return keeps(threshold, threshold.max === undefined ? high : low) ? undefined : value;
}

const wholeOf = ({ metric }: Threshold, { tally }: Measured): number =>
  ({ throttled: tally.answered, dropped: tally.offered, checks: tally.checked })[metric as string] ?? sentOf(tally);

/** The 95 % interval of a share that was seen in so many (Wilson). */
function wilson(share: number, of: number): readonly [low: number, high: number] {
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const margin = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)];
}
