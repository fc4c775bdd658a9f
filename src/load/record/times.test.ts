import { expect, it } from 'vitest';
import { PERCENTILES } from '../percentiles.js';
import { LONGEST, newHistogram, percentileMs, spreadOf } from './histogram.js';
import { Times } from './times.js';

/**
 * Durations in milliseconds at the borders of slots, a negative duration, and durations over one
 * hour.
 */
const EDGES = [
  -1, 0, 0.0004, 0.001, 0.5, 1, 2.047, 2.048, 2.049, 4.095, 4.096, 1000, 59_999.5, 3_600_000,
  4_000_000,
];
const MANY = Array.from({ length: 5000 }, (_, turn) => 1.003 ** turn / 1000);

it.each([
  ['edges', EDGES],
  ['everything from a microsecond to an hour', MANY],
  ['nothing', []],
])('counts like a histogram: %s', (_, all) => {
  const times = new Times();
  const direct = newHistogram();
  for (const ms of all) {
    times.record(ms);
    direct.recordValue(Math.min(LONGEST, Math.max(0, Math.round(ms * 1000))));
  }
  const histogram = times.histogram();
  expect(histogram.totalCount).toBe(direct.totalCount);
  expect(histogram.maxValue).toBe(direct.maxValue);
  const spread = spreadOf(histogram);
  for (const { key, percent } of PERCENTILES)
    expect(spread[key]).toBe(percentileMs(direct, percent));
  if (all.length > 0) expect(spread.mean).toBeCloseTo(direct.mean / 1000, 3);
  for (const percent of [0, 10, 50, 90, 99, 99.9, 100]) {
    expect(histogram.getValueAtPercentile(percent)).toBe(direct.getValueAtPercentile(percent));
  }
});

it('is empty after a reset', () => {
  const times = new Times();
  times.record(100);
  times.reset();
  times.record(5);
  expect(times.histogram().totalCount).toBe(1);
  expect(times.histogram().maxValue).toBe(5000);
});
