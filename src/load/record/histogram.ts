import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  JsHistogram,
} from 'hdr-histogram-js';
import type { LoadSpread } from '../../schema/types.js';

export type { Histogram };

const DIGITS = 3;
/** An hour in microseconds. */
const LONGEST = 3_600_000_000;

/** A histogram of microseconds with three significant digits: about 95 KB, however much is recorded. */
export const newHistogram = (): Histogram =>
  build({
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST,
    numberOfSignificantValueDigits: DIGITS,
    useWebAssembly: false,
  });

/** Records milliseconds. What is negative, by the resolution of a clock, counts as nothing. */
export function recordMs(histogram: Histogram, ms: number): void {
  histogram.recordValue(Math.min(LONGEST, Math.max(0, Math.round(ms * 1000))));
}

/** Milliseconds that so many per cent of the values do not exceed; 0 where there are none. */
export const percentileMs = (histogram: Histogram, percent: number): number =>
  histogram.totalCount === 0 ? 0 : round(Math.min(histogram.getValueAtPercentile(percent), histogram.maxValue) / 1000);

/** The figures of a histogram in milliseconds, and the histogram itself for whoever merges it, unless nobody does. */
export const spreadOf = (histogram: Histogram, how: 'whole' | 'figures only' = 'whole'): LoadSpread => ({
  count: histogram.totalCount,
  mean: histogram.totalCount === 0 ? 0 : round(histogram.mean / 1000),
  p50: percentileMs(histogram, 50),
  p75: percentileMs(histogram, 75),
  p90: percentileMs(histogram, 90),
  p95: percentileMs(histogram, 95),
  p99: percentileMs(histogram, 99),
  p99_9: percentileMs(histogram, 99.9),
  max: histogram.totalCount === 0 ? 0 : round(histogram.maxValue / 1000),
  histogram: histogram.totalCount === 0 || how === 'figures only' ? '' : encodeIntoCompressedBase64(histogram),
});

/** The histogram of a spread. Throws where the text is none. */
export function histogramOf({ histogram }: Pick<LoadSpread, 'histogram'>): Histogram {
  return histogram === '' ? newHistogram() : decodeFromCompressedBase64(histogram, 32, false);
}

/** Every recorded value, in microseconds, with how often it was recorded; from the smallest. */
export function* recordedIn(histogram: Histogram): Generator<readonly [microseconds: number, count: number]> {
  if (!(histogram instanceof JsHistogram)) throw new Error('Not a histogram of ours');
  const { recordedValuesIterator: values } = histogram;
  values.reset();
  while (values.hasNext()) {
    const { valueIteratedTo, countAtValueIteratedTo } = values.next();
    yield [valueIteratedTo, countAtValueIteratedTo];
  }
}

/** Adds histograms up; exact, for all of them have the same buckets. */
export function mergeSpreads(spreads: readonly LoadSpread[]): LoadSpread {
  const filled = spreads.filter(({ count }) => count > 0);
  const [only] = filled;
  if (only && filled.length === 1) return only;
  const sum = newHistogram();
  for (const spread of filled) sum.add(histogramOf(spread));
  return spreadOf(sum);
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;
