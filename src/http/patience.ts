/** How long, and how often, requests to a failing host are retried. */

export const PATIENCE = {
  /** The longest wait for 429 responses to end. After it the run continues without a response. */
  limitedMs: 120_000,
  /**
   * A `Retry-After` of five minutes and its jitter. If a longer pause is required, the request is
   * not sent.
   */
  longestPauseMs: 330_000,
  /**
   * The longest wait for a host that only returns 5xx or does not respond. A deployment should be
   * complete by then.
   */
  outageMs: 60_000,
} as const;

/** Tries after a 502, 503 or 504, before another request tests the host. */
export const QUICK_TRIES = 4;

/** The pause after `tries` tries without `Retry-After`. It doubles each time, up to `mostMs`. */
export const backoffMs = (firstMs: number, tries: number, mostMs: number): number =>
  Math.min(firstMs * 2 ** (tries - 1), mostMs);
