/**
 * The combinations of factor values that a covering array must contain. A covering array is a list
 * of rows. Each allowed combination of values of two or three factors is in at least one row.
 */

/** A condition that takes one of several values in each row. */
export interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

/** One value index for each factor, in the order of the factors. */
export type Row = readonly number[];

/** A row in which factors may lack a value. */
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

/**
 * The allowed combinations of values of `strength` factors. A combination is open until a row
 * covers it.
 */
export class Tuples {
  readonly total: number;
  /** The number of open combinations. */
  left: number;
  /**
   * All values of all factors are numbered consecutively. `#size` is their number, and `#starts`
   * has the number of the first value of each factor. A combination is stored as one number in base
   * `#size`, with a digit for each value.
   */
  readonly #size: number;
  readonly #starts: readonly number[];
  /** All selections of `strength` factors. A factor is given by its index. */
  readonly #selections: readonly (readonly number[])[];
  /** For each factor, the selections that contain it. */
  readonly #selectionsOf: readonly (readonly (readonly number[])[])[];
  /** The element at the number of a combination is 1 if the combination is open, otherwise 0. */
  readonly #open: Uint8Array;
  /** Rows with a single combination each. Some of these combinations may be covered already. */
  readonly #candidates: PartialRow[] = [];

  constructor(
    readonly factors: readonly Factor[],
    strength: 2 | 3,
    readonly allows: Allows,
  ) {
    const sizeOf = (some: readonly Factor[]): number =>
      some.reduce((sum, { values }) => sum + values.length, 0);
    this.#starts = factors.map((_, at) => sizeOf(factors.slice(0, at)));
    this.#size = sizeOf(factors);
    this.#selections = selections(factors.length, strength);
    this.#selectionsOf = factors.map((_, factor) =>
      this.#selections.filter((selection) => selection.includes(factor)),
    );
    this.#open = new Uint8Array(this.#size ** strength);
    for (const selection of this.#selections)
      for (const row of rowsOf(selection, factors).filter((one) => isAllowed(one, allows))) {
        this.#open[this.#numberOf(row, selection)] = 1;
        this.#candidates.push(row);
      }
    this.total = this.#candidates.length;
    this.left = this.total;
  }

  /**
   * Counts the open combinations that a row would cover. If `factor` is given, only combinations
   * with the value of this factor are counted.
   */
  countOpen(row: PartialRow, factor?: number): number {
    let count = 0;
    const counted = factor === undefined ? this.#selections : (this.#selectionsOf[factor] ?? []);
    // A combination with a missing value has the number -1, which is not in the array.
    for (const selection of counted) count += this.#open[this.#numberOf(row, selection)] ?? 0;
    return count;
  }

  cover(row: PartialRow): void {
    for (const selection of this.#selections) {
      const number = this.#numberOf(row, selection);
      if (this.#open[number] !== 1) continue;
      this.#open[number] = 0;
      this.left -= 1;
    }
  }

  /** Returns a random open combination as a row; undefined if none is open. */
  anyOpen(random: () => number): PartialRow | undefined {
    while (this.#candidates.length > 0) {
      const at = Math.floor(random() * this.#candidates.length);
      const row = this.#candidates[at] as PartialRow;
      if (this.countOpen(row) > 0) return row;
      // The covered candidate is removed: the last candidate takes its place.
      this.#candidates[at] = this.#candidates.at(-1) as PartialRow;
      this.#candidates.pop();
    }
    return undefined;
  }

  /** The number of the combination of these factors; -1 if the value of one is missing. */
  #numberOf(row: PartialRow, selection: readonly number[]): number {
    let number = 0;
    for (const factor of selection) {
      const value = row[factor];
      if (value === undefined) return -1;
      number = number * this.#size + (this.#starts[factor] as number) + value;
    }
    return number;
  }
}

/** All rows with values for only the selected factors. */
const rowsOf = (selection: readonly number[], factors: readonly Factor[]): readonly PartialRow[] =>
  selection.reduce<readonly PartialRow[]>(
    (rows, at) =>
      rows.flatMap((row) => factors[at]?.values.map((_, value) => row.with(at, value)) ?? []),
    [factors.map(() => undefined)],
  );

/** All ascending selections of `size` numbers, from `least` to below `count`. */
const selections = (count: number, size: number, least = 0): readonly (readonly number[])[] =>
  size === 0
    ? [[]]
    : Array.from({ length: Math.max(0, count - least) }, (_, at) => at + least).flatMap((one) =>
        selections(count, size - 1, one + 1).map((others) => [one, ...others]),
      );

/** Whether every two values of the row may be combined. */
export const isAllowed = (row: PartialRow, allows: Allows): boolean =>
  row.every((value, factor) => value === undefined || fits(row, factor, value, allows));

/** Whether a value may be combined with the values of all other factors of the row. */
export function fits(row: PartialRow, factor: number, value: number, allows: Allows): boolean {
  for (let other = 0; other < row.length; other += 1) {
    const present = row[other];
    if (other !== factor && present !== undefined && !allows(factor, value, other, present))
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
