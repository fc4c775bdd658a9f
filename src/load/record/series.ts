/** The time series of a load run. */

import type { LoadPoint, LoadSeries } from '../../schema/types.js';
import { mergeSpreads } from './histogram.js';
import { addCounts } from './tally.js';

/** If a series has more points, neighbouring points are merged. */
const MAX_POINTS = 600;

/** Members that are added when points are merged. */
const SUMS = [
  ...(['started', 'offered', 'answered', 'timedOut', 'failed', 'dropped'] as const),
  ...(['errors', 'throttled', 'checked', 'wrong'] as const),
];

/** Members that are added if the points have them. Other load testers do not report them. */
const OPTIONAL_SUMS = ['completed', 'abandoned', 'served'] as const;

/** Members of which the largest value is kept. */
const WORST = [
  ...(['lagP99', 'lagMax', 'lateMax', 'loopDelayP99', 'utilization'] as const),
  ...(['cpu', 'rssMb', 'waitedMs', 'othersCpu'] as const),
];

/**
 * Merges points. Counts are added, histograms are merged exactly, and the worst value of each gauge
 * is kept. `planned` comes from the first point, and `users` is the largest number. Returns
 * undefined for an empty list.
 */
export function mergePoints(points: readonly LoadPoint[]): LoadPoint | undefined {
  const [first] = points;
  if (!first || points.length === 1) return first;
  const merged: LoadPoint = {
    ...first,
    statuses: {},
    response: mergeSpreads(points.map(({ response }) => response)),
  };
  for (const key of SUMS) merged[key] = points.reduce((sum, point) => sum + point[key], 0);
  for (const key of OPTIONAL_SUMS) {
    const known = points.flatMap((point) => point[key] ?? []);
    if (known.length > 0) merged[key] = known.reduce((sum, count) => sum + count, 0);
  }
  for (const key of WORST) {
    const known = points.flatMap((point) => point[key] ?? []);
    if (known.length > 0) merged[key] = Math.max(...known);
  }
  const failures: Record<string, number> = {};
  for (const point of points) {
    addCounts(merged.statuses, point.statuses);
    addCounts(failures, point.failures ?? {});
  }
  merged.failures = failures;
  const users = points.flatMap((point) => point.users ?? []);
  if (users.length > 0) merged.users = Math.max(...users);
  const ends = points.map(({ atMs, durationMs = 0 }) => atMs + durationMs);
  merged.durationMs = Math.max(...ends) - first.atMs;
  return merged;
}

/** Halves the number of points until there are few enough. */
export function coarsen(series: LoadSeries): LoadSeries {
  if (series.points.length <= MAX_POINTS) return series;
  return coarsen({
    intervalMs: series.intervalMs * 2,
    points: mergeOnGrid(series.points, series.intervalMs * 2),
  });
}

/**
 * Merges points that begin in the same interval of a common grid. Timers are inexact, so a point
 * may begin up to a quarter of an interval before the interval to which it belongs.
 */
function mergeOnGrid(points: readonly LoadPoint[], intervalMs: number): LoadPoint[] {
  const groups = new Map<number, LoadPoint[]>();
  for (const point of points) {
    const slot = Math.round(point.atMs / intervalMs - 0.25);
    const group = groups.get(slot);
    if (group) group.push(point);
    else groups.set(slot, [point]);
  }
  return [...groups].sort(([a], [b]) => a - b).flatMap(([, group]) => mergePoints(group) ?? []);
}

/** Merges the series of generators that ran concurrently. */
export function mergeSeries(all: readonly LoadSeries[]): LoadSeries {
  const intervalMs = Math.max(...all.map((series) => series.intervalMs));
  const points = all.flatMap((series) => series.points);
  return { intervalMs, points: mergeOnGrid(points, intervalMs) };
}
