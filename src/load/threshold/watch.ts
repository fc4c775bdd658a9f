/** Evaluates thresholds during a load run. */

import type { LoadPoint, LoadThresholdVerdict } from '../../schema/types.js';
import { unitOf, withUnit } from '../profile/metric.js';
import type { Threshold } from '../profile/plan.js';
import { type Histogram, histogramOf, newHistogram, spreadOf } from '../record/histogram.js';
import { mergeTallies } from '../record/tally.js';
import { isWithinLimit, verdictOn, wording } from './judge.js';
import { type Measured, measure, visitsIn } from './measure.js';

/**
 * With fewer requests, a threshold is evaluated only if it is certainly missed. A threshold on
 * throughput is always evaluated.
 */
const MIN_REQUESTS = 20;

/**
 * The current window of a threshold, and the worst value of all windows so far. A window is the
 * period over which the threshold is evaluated. It ends with the latest second.
 */
interface WatchedThreshold {
  readonly threshold: Threshold;
  readonly points: LoadPoint[];
  readonly response: Histogram;
  worst?: number;
  missedAtMs?: number;
  /** The largest number of requests in a window with fewer than `MIN_REQUESTS` requests. */
  mostRequests?: number;
}

/** Evaluates thresholds that have a window or may end the run. They are evaluated every second. */
export class Watch {
  readonly #watched: readonly WatchedThreshold[];
  readonly #intervalMs: number;

  constructor(thresholds: readonly Threshold[], intervalMs = 1000) {
    this.#intervalMs = intervalMs;
    this.#watched = thresholds
      .filter(({ windowMs, abort }) => windowMs !== undefined || abort)
      .map((threshold) => ({ threshold, points: [], response: newHistogram() }));
  }

  /** Adds the measurements of a second. Returns the reason if the run must end now. */
  take(point: LoadPoint): string | undefined {
    let reason: string | undefined;
    for (const watched of this.#watched) {
      const observed = this.#slide(watched, point);
      if (observed === undefined) continue;
      const { threshold } = watched;
      if (watched.worst === undefined || isWorse(threshold, observed, watched.worst))
        watched.worst = observed;
      if (isWithinLimit(threshold, observed)) continue;
      watched.missedAtMs ??= point.atMs + this.#intervalMs;
      if (threshold.abort)
        reason ??= `${wording(threshold)} was missed: ${withUnit(observed, unitOf(threshold.metric))}`;
    }
    return reason;
  }

  /**
   * The verdict on a threshold with a window. The result is undefined if the threshold has no
   * window, if its window was never full, or if no full window contained a value of the metric. If
   * every full window had too few requests, the threshold is missed.
   */
  verdict(threshold: Threshold | undefined): LoadThresholdVerdict | undefined {
    const watched = this.#watched.find((one) => one.threshold === threshold);
    if (watched === undefined || threshold?.windowMs === undefined) return undefined;
    const { worst, missedAtMs, mostRequests } = watched;
    if (worst === undefined) {
      if (mostRequests === undefined) return undefined;
      const reason = `no window could be evaluated: the largest had ${mostRequests} requests, and ${MIN_REQUESTS} are needed; lengthen "window" or raise the rate`;
      return { ...verdictOn(threshold, undefined), reason };
    }
    return { ...verdictOn(threshold, worst), ...(missedAtMs === undefined ? {} : { missedAtMs }) };
  }

  /**
   * Moves the window by a second, and returns the value of the metric. Returns undefined if the
   * window is not full yet, if it has too few requests for a certain result, or if the metric was
   * not measured in it.
   */
  #slide(watched: WatchedThreshold, point: LoadPoint): number | undefined {
    const { threshold, points, response } = watched;
    points.push(point);
    if (point.response.count > 0) response.add(histogramOf(point.response));
    if (threshold.windowMs === undefined) {
      joinPoints(points);
    } else {
      const isFull = this.#cut(watched, threshold.windowMs);
      if (!isFull) return undefined;
    }
    const tally = tallyOf(points);
    const seconds = (threshold.windowMs ?? point.atMs + this.#intervalMs) / 1000;
    const measured = {
      tally,
      response: spreadOf(response, 'figures only'),
      visits: visitsIn(points),
      seconds,
    };
    if (tally.offered >= MIN_REQUESTS || threshold.metric === 'throughput')
      return measure(threshold.metric, measured);
    watched.mostRequests = Math.max(watched.mostRequests ?? 0, tally.offered);
    // Correct responses are added until there are enough. A threshold that is missed even then,
    // such as with 7 errors in 10 responses, is certainly missed.
    const padded = measure(threshold.metric, padding(measured, response));
    return padded === undefined || isWithinLimit(threshold, padded)
      ? undefined
      : measure(threshold.metric, measured);
  }

  /** Removes the seconds before the window. Returns false while the window is not full. */
  #cut({ points, response }: WatchedThreshold, windowMs: number): boolean {
    const length = Math.round(windowMs / this.#intervalMs);
    while (points.length > length) {
      const gone = points.shift();
      if (gone && gone.response.count > 0) response.subtract(histogramOf(gone.response));
    }
    return points.length === length;
  }
}

/**
 * For a threshold without a window, merges the points, so that one point with all counts remains.
 */
function joinPoints(points: LoadPoint[]): void {
  const [sum, next] = points;
  if (sum && next)
    points.splice(0, 2, { ...next, ...tallyOf([sum, next]), ...visitsIn([sum, next]) });
}

/** Adds correct responses of nearly zero duration until there are `MIN_REQUESTS`. */
function padding({ tally, visits, seconds }: Measured, response: Histogram): Measured {
  const more = MIN_REQUESTS - tally.offered;
  const times = newHistogram();
  times.add(response);
  times.recordValueWithCount(1, more);
  const { offered, answered, checked } = tally;
  const padded = {
    ...tally,
    offered: offered + more,
    answered: answered + more,
    checked: checked + more,
  };
  const { completed = 0, abandoned = 0 } = visits ?? {};
  return {
    tally: padded,
    response: spreadOf(times, 'figures only'),
    visits: { completed: completed + more, abandoned },
    seconds,
  };
}

const isWorse = ({ max }: Threshold, value: number, than: number): boolean =>
  max === undefined ? value < than : value > than;

/** The sum of the counts of points. Points do not contain bytes and repeated requests. */
export const tallyOf = (points: readonly LoadPoint[]) =>
  mergeTallies(
    points.map((point) => ({ ...point, resent: 0, bytes: 0, failures: point.failures ?? {} })),
  );
