/** Histograms of durations, and the figures computed from them. */

import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  JsHistogram,
} from 'hdr-histogram-js';
import type { LoadSpread } from '../../schema/types.js';
import { PERCENTILES, percentilesBy } from '../percentiles.js';

export type { Histogram };

const SIGNIFICANT_DIGITS = 3;
/** An hour in microseconds. Longer durations count as an hour. */
export const LONGEST = 3_600_000_000;

/**
 * A histogram of microseconds. It takes about 95 KB, regardless of the number of recorded values.
 */
export const newHistogram = (): Histogram =>
  build({
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST,
    numberOfSignificantValueDigits: SIGNIFICANT_DIGITS,
    useWebAssembly: false,
  });

/** Returns a percentile in milliseconds, or 0 if there are no values. */
export const percentileMs = (histogram: Histogram, percent: number): number =>
  histogram.totalCount === 0
    ? 0
    : round(Math.min(histogram.getValueAtPercentile(percent), histogram.maxValue) / 1000);

/** Yields the lowest value and the count of each slot that contains values. */
function* slotsOf(
  histogram: JsHistogram,
): Generator<readonly [microseconds: number, count: number]> {
  let left = histogram.totalCount;
  for (let slot = 0; left > 0 && slot < histogram.countsArrayLength; slot += 1) {
    const count = histogram.getCountAtIndex(slot);
    left -= count;
    if (count > 0) yield [histogram.valueFromIndex(slot), count];
  }
}

/**
 * Returns the figures of a histogram in milliseconds. With `whole` the result also contains the
 * histogram itself, so that the result can be merged with others.
 */
export function spreadOf(
  histogram: Histogram,
  how: 'whole' | 'figures only' = 'whole',
): LoadSpread {
  if (!(histogram instanceof JsHistogram)) throw new Error('Not a histogram of Assay');
  const { totalCount: count, maxValue } = histogram;
  const percentiles: number[] = [];
  let sum = 0;
  let passed = 0;
  // One pass computes all figures. The methods of the histogram would need a pass for each figure.
  for (const [lowest, within] of slotsOf(histogram)) {
    sum += within * histogram.medianEquivalentValue(lowest);
    passed += within;
    while (passed >= rank(PERCENTILES[percentiles.length]?.percent, count))
      percentiles.push(round(Math.min(histogram.highestEquivalentValue(lowest), maxValue) / 1000));
  }
  return {
    count,
    mean: count === 0 ? 0 : round(sum / count / 1000),
    ...percentilesBy((_, index) => percentiles[index] ?? 0),
    max: count === 0 ? 0 : round(maxValue / 1000),
    histogram: count === 0 || how === 'figures only' ? '' : encodeIntoCompressedBase64(histogram),
  };
}

/**
 * Returns the number of values up to a percentile. The factor keeps a rounding error from raising
 * the result by one.
 */
const rank = (percent: number | undefined, count: number): number =>
  percent === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.ceil((percent / 100) * count * (1 - 1e-15)));

/** Decodes the histogram of a report. Throws if the text is not a histogram. */
export function histogramOf({ histogram }: Pick<LoadSpread, 'histogram'>): Histogram {
  return histogram === '' ? newHistogram() : decodeFromCompressedBase64(histogram, 32, false);
}

/**
 * Merges the figures of several histograms. If all spreads contain their histogram, the merged
 * histogram is used. Otherwise the mean and the percentiles are averages weighted by the counts.
 */
export function mergeSpreads(spreads: readonly LoadSpread[]): LoadSpread {
  const filled = spreads.filter(({ count }) => count > 0);
  const [only] = filled;
  if (only && filled.length === 1)
    // A report of an earlier version may lack a percentile.
    return only.histogram === '' ? only : { ...spreadOf(histogramOf(only)), ...only };
  if (filled.some(({ histogram }) => histogram === '')) return averageOf(filled);
  const sum = newHistogram();
  for (const spread of filled) sum.add(histogramOf(spread));
  return spreadOf(sum);
}

function averageOf(spreads: readonly LoadSpread[]): LoadSpread {
  const count = spreads.reduce((sum, spread) => sum + spread.count, 0);
  const averageBy = (figureOf: (spread: LoadSpread) => number): number =>
    round(spreads.reduce((sum, spread) => sum + figureOf(spread) * spread.count, 0) / count);
  return {
    count,
    mean: averageBy(({ mean }) => mean),
    ...percentilesBy(({ key }) =>
      spreads.every((spread) => spread[key] !== undefined)
        ? averageBy((spread) => spread[key] ?? 0)
        : undefined,
    ),
    max: Math.max(...spreads.map(({ max }) => max)),
    histogram: '',
  };
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
