/** A factor and the values that it takes; each is told from the others by its name. */
export interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

/** One value for each factor, by the factor's place. */
export type Row = readonly number[];
/** A row that has no value in some places. */
export type PartialRow = readonly (number | undefined)[];

/** Whether two values of different factors may stand together; all constraints are between two. */
export type Allows = (factor: number, value: number, otherFactor: number, otherValue: number) => boolean;

/** The combinations of so many factors that are allowed, and which of them are still open. */
export class Tuples {
  total = 0;
  left = 0;
  /** Places that are combined, and where the states of their combinations begin. */
  readonly #places: readonly { readonly at: readonly number[]; readonly start: number }[];
  readonly #sizes: readonly number[];
  readonly #open: Uint8Array;
  /** The open combinations, and some that are not any more. */
  readonly #queue: number[] = [];

  constructor(factors: readonly Factor[], strength: 2 | 3, allows: Allows) {
    this.#sizes = factors.map(({ values }) => values.length);
    let start = 0;
    this.#places = combinations(factors.length, strength).map((at) => {
      const place = { at, start };
      start += at.reduce((product, factor) => product * (this.#sizes[factor] ?? 0), 1);
      return place;
    });
    this.#open = new Uint8Array(start);
    for (let tuple = 0; tuple < start; tuple += 1) {
      if (!isAllowed(this.#rowOf(tuple), allows)) continue;
      this.#open[tuple] = 1;
      this.#queue.push(tuple);
    }
    this.total = this.#queue.length;
    this.left = this.total;
  }

  /** How many open combinations a row would cover. */
  fresh(row: PartialRow): number {
    let count = 0;
    for (const { at, start } of this.#places) count += this.#open[this.#tupleOf(row, at, start)] ?? 0;
    return count;
  }

  cover(row: PartialRow): void {
    for (const { at, start } of this.#places) {
      const tuple = this.#tupleOf(row, at, start);
      if (this.#open[tuple] !== 1) continue;
      this.#open[tuple] = 0;
      this.left -= 1;
    }
  }

  /** A row that holds an open combination and nothing else; undefined where none is open. */
  anyOpen(random: () => number): PartialRow | undefined {
    while (this.#queue.length > 0) {
      const place = Math.floor(random() * this.#queue.length);
      const tuple = this.#queue[place] ?? 0;
      if (this.#open[tuple] === 1) return this.#rowOf(tuple);
      this.#queue[place] = this.#queue.at(-1) ?? 0;
      this.#queue.pop();
    }
    return undefined;
  }

  /** The place of a row's combination among the states; -1 where the row has no value for it. */
  #tupleOf(row: PartialRow, at: readonly number[], start: number): number {
    let tuple = 0;
    for (const factor of at) {
      const value = row[factor];
      if (value === undefined) return -1;
      tuple = tuple * (this.#sizes[factor] ?? 0) + value;
    }
    return start + tuple;
  }

  #rowOf(tuple: number): (number | undefined)[] {
    let index = this.#places.length - 1;
    for (let low = 0, high = index; low <= high; ) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.start ?? 0) <= tuple) [index, low] = [middle, middle + 1];
      else high = middle - 1;
    }
    const { at, start } = this.#places[index] ?? { at: [], start: 0 };
    const row: (number | undefined)[] = this.#sizes.map(() => undefined);
    let rest = tuple - start;
    for (const factor of at.toReversed()) {
      const size = this.#sizes[factor] ?? 1;
      row[factor] = rest % size;
      rest = Math.floor(rest / size);
    }
    return row;
  }
}

function combinations(count: number, strength: 2 | 3): readonly (readonly number[])[] {
  const found: number[][] = [];
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) {
      if (strength === 2) found.push([a, b]);
      else for (let c = b + 1; c < count; c += 1) found.push([a, b, c]);
    }
  return found;
}

/** Whether all values of a row may stand together. */
export const isAllowed = (row: PartialRow, allows: Allows): boolean =>
  row.every((value, place) => value === undefined || fits(row, place, value, allows));

/** Whether a value may stand in its place beside the others of a row. */
export function fits(row: PartialRow, place: number, value: number, allows: Allows): boolean {
  for (let other = 0; other < row.length; other += 1) {
    const held = row[other];
    if (other !== place && held !== undefined && !allows(place, value, other, held)) return false;
  }
  return true;
}
