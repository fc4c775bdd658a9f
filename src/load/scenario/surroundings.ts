/** What a generator gives to its flows. */
export interface Surroundings {
  /** Milliseconds of a steady clock, for the age of tokens. */
  now(): number;
  /** A number from 0 to 1. */
  random(): number;
  /** The generator's part of the rows: every `of`-th, beginning with the `index`-th. */
  readonly share: { readonly index: number; readonly of: number };
}
