/** Computes the times at which scenarios start in the open model. */

import type { Stage } from './plan.js';

/**
 * An arrival is the start of a scenario. N(t) is the integral of the rate up to the time t. Arrival
 * k, counted from 0, is due when N(t) = k. If a stage ends between two whole numbers, the remainder
 * carries over to the next stage.
 */
export interface Schedule {
  /** The number of arrivals. For random arrivals, their expected number. */
  readonly total: number;
  /**
   * The time of an arrival in milliseconds since the start, or infinity after the last arrival.
   * Arrivals must be passed in ascending order.
   */
  dueAt(arrival: number): number;
}

/** The rate changes linearly from `from` to `to`. */
interface Segment {
  readonly startMs: number;
  readonly durationMs: number;
  /** The number of arrivals before the segment. */
  readonly before: number;
  readonly arrivals: number;
  readonly from: number;
  readonly to: number;
}

/** The tolerance for rounding errors, in arrivals. */
const EPSILON = 1e-9;

/**
 * `gap` returns the distance between two arrivals on the scale of N(t). By default the distance is
 * always 1. For a Poisson process it is exponentially distributed with mean 1.
 */
export function schedule(stages: readonly Stage[], gap?: () => number): Schedule {
  const even = evenly(stages);
  if (!gap) return even;
  let drawn = -1;
  let at = 0;
  return {
    total: even.total,
    dueAt: (arrival) => {
      for (; drawn < arrival; drawn += 1) at += gap();
      return even.dueAt(at);
    },
  };
}

/** Makes the function `gap` of `schedule`. `random` returns numbers from 0 to 1. */
export const poisson = (random: () => number) => (): number => -Math.log(1 - random());

function evenly(stages: readonly Stage[]): Schedule {
  let before = 0;
  const segments: Segment[] = stages.map(({ startMs, durationMs, from, to }) => {
    const arrivals = ((from + to) / 2) * (durationMs / 1000);
    const segment = { startMs, durationMs, before, arrivals, from, to };
    before += arrivals;
    return segment;
  });
  let last = 0;
  return {
    total: Math.ceil(before - EPSILON),
    dueAt: (arrival) => {
      if (arrival >= before - EPSILON) return Number.POSITIVE_INFINITY;
      // Arrivals ascend, so the search starts at the segment that was found last.
      if ((segments[last]?.before ?? 0) > arrival) last = 0;
      for (
        let next = segments[last];
        next && next.before + next.arrivals <= arrival;
        next = segments[last]
      ) {
        if (last === segments.length - 1) break;
        last += 1;
      }
      const segment = segments[last];
      return segment
        ? segment.startMs + timeOfArrival(segment, Math.max(0, arrival - segment.before))
        : 0;
    },
  };
}

/**
 * Solves from·t + (to − from)·t²/2d = count for t, where d is the duration of the segment. This
 * form of the solution stays exact if `from` and `to` are close.
 */
function timeOfArrival({ from, to, durationMs, arrivals }: Segment, count: number): number {
  if (arrivals === 0) return durationMs;
  const seconds = durationMs / 1000;
  const slope = (to - from) / seconds;
  const root = Math.sqrt(Math.max(0, from * from + 2 * slope * count));
  return Math.min(durationMs, ((2 * count) / (from + root || 1)) * 1000);
}
