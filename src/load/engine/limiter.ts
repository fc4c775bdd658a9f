/** Limits the rate of requests. */
export interface Limiter {
  /**
   * Returns the milliseconds to wait before the next call. With 0 the request may be sent now, and
   * is counted as sent.
   */
  take(now: number): number;
}

/**
 * Spaces requests evenly (a leaky bucket, GCRA). At more than 50 requests a second, a request may
 * be sent up to 20 ms early, because timers have a resolution of a millisecond.
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
