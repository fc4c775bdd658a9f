/** How long the client waits for a target with errors, in milliseconds. */
export const PATIENCE = {
  /** For 429: above it the run continues without a response. */
  limitedMs: 120_000,
  /**
   * The longest pause that is waited for: a `Retry-After` of five minutes and its jitter. For a
   * longer one, nothing is sent.
   */
  longestPauseMs: 330_000,
  /** For a host that answers nothing but 5xx, or nothing: a deploy is over by then. */
  outageMs: 60_000,
} as const;

/** Tries of one request that returns 502, 503 or 504, before another request is sent. */
export const QUICK_TRIES = 4;

/** The pause after this many tries without `Retry-After`: doubled each time, up to `mostMs`. */
export const backoffMs = (firstMs: number, tries: number, mostMs: number): number =>
  Math.min(firstMs * 2 ** (tries - 1), mostMs);
