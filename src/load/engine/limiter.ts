/** Spaces requests so that a rate is never exceeded over any stretch longer than its burst. */
export interface Limiter {
  /** Milliseconds until a request may be sent; 0 takes the place. */
  take(now: number): number;
}

/**
 * A leaky bucket (GCRA). At most `perSecond` requests a second, with bursts of a fiftieth of a
 * second, because timers fire in steps of a millisecond.
 */
export function limiter(perSecond: number): Limiter {
  const spacing = 1000 / perSecond;
  const tolerance = Math.max(0, 20 - spacing);
  let next = 0;
  return {
    take: (now) => {
      const wait = next - now;
      if (wait > tolerance) return wait - tolerance;
      next = Math.max(next, now) + spacing;
      return 0;
    },
  };
}
