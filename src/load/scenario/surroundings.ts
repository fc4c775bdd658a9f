/** What a load generator (one worker of a run) gives to the scenarios that it runs. */
export interface Surroundings {
  /** Milliseconds of a monotonic clock, for the age of tokens. */
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /**
   * `of` generators share the load. This generator uses every `of`-th row of a data feeder,
   * beginning with row `index`, counted from 0.
   */
  readonly share: { readonly index: number; readonly of: number };
}
