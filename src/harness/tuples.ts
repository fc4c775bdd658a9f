/** The combinations of factor values that a covering array must contain. */

export interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

/** One value index for each factor, in the order of the factors. */
export type Row = readonly number[];

export type PartialRow = readonly (number | undefined)[];

/**
 * Whether two values may be combined. Every constraint is between two values of different factors.
 */
export type Allows = (
  factor: number,
  value: number,
  otherFactor: number,
  otherValue: number,
) => boolean;

/** The allowed combinations. A combination that no row contains is open. */
export class Tuples {
  readonly total: number;
  left: number;
  /**
   * A combination is stored as a number whose digits are value indexes. `#size` is the base, and
   * `#starts` has the first index of each factor.
   */
  readonly #size: number;
  readonly #starts: readonly number[];
  /** The factors of each combination, and the combinations by factor. */
  readonly #combined: readonly (readonly number[])[];
  readonly #byFactor: readonly (readonly (readonly number[])[])[];
  readonly #open: Uint8Array;
  /** Each row has one combination, which may be covered by now. */
  readonly #queue: PartialRow[] = [];

  constructor(
    readonly factors: readonly Factor[],
    strength: 2 | 3,
    readonly allows: Allows,
  ) {
    const sizeOf = (some: readonly Factor[]): number =>
      some.reduce((sum, { values }) => sum + values.length, 0);
    this.#starts = factors.map((_, at) => sizeOf(factors.slice(0, at)));
    this.#size = sizeOf(factors);
    this.#combined = combinations(factors.length, strength);
    this.#byFactor = factors.map((_, factor) =>
      this.#combined.filter((one) => one.includes(factor)),
    );
    this.#open = new Uint8Array(this.#size ** strength);
    for (const places of this.#combined)
      for (const row of rowsOf(places, factors).filter((one) => isAllowed(one, allows))) {
        this.#open[this.#numberOf(row, places)] = 1;
        this.#queue.push(row);
      }
    this.total = this.#queue.length;
    this.left = this.total;
  }

  /** The open combinations that a row would cover: all, or only with the value of one factor. */
  fresh(row: PartialRow, factor?: number): number {
    let count = 0;
    const among = factor === undefined ? this.#combined : (this.#byFactor[factor] ?? []);
    for (const places of among) count += this.#open[this.#numberOf(row, places)] ?? 0;
    return count;
  }

  cover(row: PartialRow): void {
    for (const places of this.#combined) {
      const number = this.#numberOf(row, places);
      if (this.#open[number] !== 1) continue;
      this.#open[number] = 0;
      this.left -= 1;
    }
  }

  /** A row with a single open combination; undefined if none is open. */
  anyOpen(random: () => number): PartialRow | undefined {
    while (this.#queue.length > 0) {
      const place = Math.floor(random() * this.#queue.length);
      const row = this.#queue[place] as PartialRow;
      if (this.fresh(row) > 0) return row;
      this.#queue[place] = this.#queue.at(-1) as PartialRow;
      this.#queue.pop();
    }
    return undefined;
  }

  /** The number of the combination at `places`; -1 if a value is missing. */
  #numberOf(row: PartialRow, places: readonly number[]): number {
    let number = 0;
    for (const at of places) {
      const value = row[at];
      if (value === undefined) return -1;
      number = number * this.#size + (this.#starts[at] as number) + value;
    }
    return number;
  }
}

const rowsOf = (places: readonly number[], factors: readonly Factor[]): readonly PartialRow[] =>
  places.reduce<readonly PartialRow[]>(
    (rows, at) =>
      rows.flatMap((row) => factors[at]?.values.map((_, value) => row.with(at, value)) ?? []),
    [factors.map(() => undefined)],
  );

/** All ascending selections of `size` numbers, from `least` to below `count`. */
const combinations = (count: number, size: number, least = 0): readonly (readonly number[])[] =>
  size === 0
    ? [[]]
    : Array.from({ length: Math.max(0, count - least) }, (_, at) => at + least).flatMap((one) =>
        combinations(count, size - 1, one + 1).map((others) => [one, ...others]),
      );

export const isAllowed = (row: PartialRow, allows: Allows): boolean =>
  row.every((value, place) => value === undefined || fits(row, place, value, allows));

export function fits(row: PartialRow, place: number, value: number, allows: Allows): boolean {
  for (let other = 0; other < row.length; other += 1) {
    const present = row[other];
    if (other !== place && present !== undefined && !allows(place, value, other, present))
      return false;
  }
  return true;
}

/** Computes each constraint once, because building rows needs the same pairs many times. */
export function memoized(factors: readonly Factor[], allows: Allows): Allows {
  const table = factors.map(({ values }, factor) =>
    values.map((_, value) =>
      factors.map((one, other) =>
        one.values.map((__, otherValue) => allows(factor, value, other, otherValue)),
      ),
    ),
  );
  return (factor, value, other, otherValue) =>
    table[factor]?.[value]?.[other]?.[otherValue] === true;
}
