/**
 * Computes the times at which scenarios start in the open model, in which starts do not wait for
 * responses.
 */

import type { Stage } from './plan.js';

/**
 * An arrival is the start of a scenario. N(t) is the integral of the rate up to the time t. Arrival
 * k, counted from 0, is due when N(t) = k. N(t) continues over the end of a stage, so that no
 * fraction of an arrival is lost.
 */
export interface Schedule {
  /** The number of arrivals. If the arrivals are random, it is the expected number. */
  readonly total: number;
  /**
   * Returns the time of an arrival in milliseconds since the start, or infinity if the stages have
   * fewer arrivals. The arrivals must be requested in ascending order.
   */
  dueAt(arrival: number): number;
}

/**
 * A stage with its arrivals. Its rate (arrivals per second) changes linearly from `from` to `to`.
 */
interface Segment {
  readonly startMs: number;
  readonly durationMs: number;
  /** The number of arrivals before the segment. */
  readonly before: number;
  readonly arrivals: number;
  readonly from: number;
  readonly to: number;
}

/** Numbers of arrivals that differ by less are considered equal, because of rounding errors. */
const EPSILON = 1e-9;

/**
 * `gap` returns by how much N(t) grows between two arrivals. Without `gap` it grows by 1. For a
 * Poisson process the growth is random, with an exponential distribution of mean 1.
 */
export function schedule(stages: readonly Stage[], gap?: () => number): Schedule {
  const even = evenSchedule(stages);
  if (!gap) return even;
  let lastArrival = -1;
  let integral = 0;
  return {
    total: even.total,
    dueAt: (arrival) => {
      for (; lastArrival < arrival; lastArrival += 1) integral += gap();
      return even.dueAt(integral);
    },
  };
}

/**
 * Makes the parameter `gap` of `schedule` for a Poisson process. `random` returns numbers from 0 to
 * less than 1.
 */
export const poisson = (random: () => number) => (): number => -Math.log(1 - random());

function evenSchedule(stages: readonly Stage[]): Schedule {
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
      // The search starts at the segment that was found last, because the arrivals ascend.
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
 * The milliseconds from the start of the segment until `count` arrivals are due. Solves
 * from·t + (to − from)·t²/2d = count for t, where d is the duration of the segment. The quotient at
 * the end avoids the rounding errors of the usual formula if `from` and `to` are close.
 */
function timeOfArrival({ from, to, durationMs, arrivals }: Segment, count: number): number {
  if (arrivals === 0) return durationMs;
  const seconds = durationMs / 1000;
  const slope = (to - from) / seconds;
  const root = Math.sqrt(Math.max(0, from * from + 2 * slope * count));
  return Math.min(durationMs, ((2 * count) / (from + root || 1)) * 1000);
}
