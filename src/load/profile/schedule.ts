import type { Stage } from './plan.js';

/**
 * Arrivals as one function of time: N(t), the integral of a piecewise linear rate. The k-th
 * arrival, counted from 0, is due when N(t) = k; a stage that ends between two whole numbers hands
 * the rest to the next.
 */
export interface Schedule {
  /** Arrivals in all; of random ones the expected number. */
  readonly total: number;
  /**
   * Milliseconds since the start at which an arrival is due; infinity after the last one. Call it
   * in order.
   */
  dueAt(arrival: number): number;
}

interface Segment {
  readonly startMs: number;
  readonly durationMs: number;
  /** Arrivals before it. */
  readonly before: number;
  readonly arrivals: number;
  readonly from: number;
  readonly to: number;
}

const EPSILON = 1e-9;

/**
 * The schedule of an open model. Rates are a second. `gap` gives the distance from one arrival to
 * the next on the scale of N: 1 where there is none, and exponentially distributed with the mean 1
 * for a Poisson process.
 */
export function schedule(stages: readonly Stage[], gap?: () => number): Schedule {
  const even = evenly(stages);
  if (!gap) return even;
  let known = -1;
  let at = 0;
  return {
    total: even.total,
    dueAt: (arrival) => {
      for (; known < arrival; known += 1) at += gap();
      return even.dueAt(at);
    },
  };
}

/** Distances of a Poisson process. `random` gives numbers from 0 to 1. */
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
      // Called in order, so the segment is nearly always the last one found.
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
      return segment ? segment.startMs + within(segment, Math.max(0, arrival - segment.before)) : 0;
    },
  };
}

/**
 * Solves from·t + (to − from)·t²/2d = arrivals for t, in the form that stays exact where from and
 * to are near.
 */
function within({ from, to, durationMs, arrivals }: Segment, count: number): number {
  if (arrivals === 0) return durationMs;
  const seconds = durationMs / 1000;
  const slope = (to - from) / seconds;
  const root = Math.sqrt(Math.max(0, from * from + 2 * slope * count));
  return Math.min(durationMs, ((2 * count) / (from + root || 1)) * 1000);
}
