/** The data and functions that a generator gives to its flows. */
export interface Surroundings {
  /** Milliseconds of a monotonic clock, for the age of tokens. */
  now(): number;
  /** Returns a number from 0 to 1. */
  random(): number;
  /** The generator uses every `of`-th row of a data feeder, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
}
