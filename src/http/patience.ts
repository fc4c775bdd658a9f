/** How long, and how often, requests to a failing host are retried. */

export const PATIENCE = {
  /** The longest wait for 429 responses to end. After it the run continues without a response. */
  limitedMs: 120_000,
  /**
   * The longest pause that a response may require. It is five minutes and a random addition of up
   * to 10 %. If a longer pause is required, the request is given up.
   */
  longestPauseMs: 330_000,
  /**
   * The longest wait for a host that only returns 5xx or does not respond. A deployment should be
   * complete by then.
   */
  outageMs: 60_000,
} as const;

/**
 * The number of times that a request is sent if each response is a 502, 503 or 504. After that,
 * another request tests whether the host works.
 */
export const QUICK_TRIES = 4;

/**
 * The pause before the next try if the response has no `Retry-After`. It doubles with each of the
 * `tries` so far, up to `mostMs`.
 */
export const backoffMs = (firstMs: number, tries: number, mostMs: number): number =>
  Math.min(firstMs * 2 ** (tries - 1), mostMs);
