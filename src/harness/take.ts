/** What an allowance is for, where it is not for one row a request. */
export interface TakeOptions {
  /** Rows that are asked whatever the allowance. Default 0. */
  readonly least?: number;
  /** Requests that the check asks besides these rows. Default 0. */
  readonly besides?: number;
  /** Requests that a row costs. Default 1. */
  readonly each?: number;
}

/** How many rows an allowance is enough for. */
export const rowsFor = (allowance: number, { least = 0, besides = 0, each = 1 }: TakeOptions = {}): number =>
  Math.max(least, 0, Math.floor((allowance - besides) / each));
