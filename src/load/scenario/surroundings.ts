/** The data and functions that a generator gives to its flows. */
export interface Surroundings {
  /** The milliseconds of a monotonic clock, for the age of tokens. */
  now(): number;
  /** Returns a number from 0 to 1. */
  random(): number;
  /** The generator's share of the rows: every `of`-th row, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
}
