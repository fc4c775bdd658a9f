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

/** Some factors, how far a step of each one's value goes among the states of their combination, and where those begin. */
interface Combination {
  readonly factors: readonly number[];
  readonly steps: readonly number[];
  readonly start: number;
}

/** The combinations of so many factors that are allowed, and which of them are still open. */
export class Tuples {
  readonly total: number;
  left: number;
  readonly #combined: readonly Combination[];
  /** The combinations in which each factor takes part. */
  readonly #of: readonly (readonly Combination[])[];
  readonly #open: Uint8Array;
  readonly #size: number;
  /** The open combinations of values, and some that are not any more. */
  readonly #queue: number[] = [];

  constructor(factors: readonly Factor[], strength: 2 | 3, allows: Allows) {
    this.#size = factors.length;
    let end = 0;
    this.#combined = combinations(factors.length, strength).map((places) => {
      const start = end;
      const steps = places.map((_, at) =>
        places.slice(at + 1).reduce((step, factor) => step * (factors[factor]?.values.length ?? 0), 1),
      );
      end += (steps[0] ?? 0) * (factors[places[0] ?? 0]?.values.length ?? 0);
      return { factors: places, steps, start };
    });
    this.#of = factors.map((_, factor) => this.#combined.filter((one) => one.factors.includes(factor)));
    this.#open = new Uint8Array(end);
    for (const [at, combination] of this.#combined.entries())
      for (let tuple = combination.start; tuple < (this.#combined[at + 1]?.start ?? end); tuple += 1) {
        if (!isAllowed(this.#rowOf(tuple, combination), allows)) continue;
        this.#open[tuple] = 1;
        this.#queue.push(tuple);
      }
    this.total = this.#queue.length;
    this.left = this.total;
  }

  /** How many open combinations a row would cover: all, or with the value of one factor. */
  fresh(row: PartialRow, factor?: number): number {
    let count = 0;
    const among = factor === undefined ? this.#combined : (this.#of[factor] ?? []);
    for (const combination of among) count += this.#open[tupleOf(row, combination)] ?? 0;
    return count;
  }

  cover(row: PartialRow): void {
    for (const combination of this.#combined) {
      const tuple = tupleOf(row, combination);
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
      const combination = this.#combined.findLast(({ start }) => start <= tuple);
      if (this.#open[tuple] === 1 && combination !== undefined) return this.#rowOf(tuple, combination);
      this.#queue[place] = this.#queue.at(-1) ?? 0;
      this.#queue.pop();
    }
    return undefined;
  }

  #rowOf(tuple: number, { factors, steps, start }: Combination): PartialRow {
    const row: (number | undefined)[] = Array.from({ length: this.#size }, () => undefined);
    let rest = tuple - start;
    for (const [at, step] of steps.entries()) {
      row[factors[at] as number] = Math.floor(rest / step);
      rest %= step;
    }
    return row;
  }
}

/** The place of a row's combination among the states; -1 where the row has no value for it. */
function tupleOf(row: PartialRow, { factors, steps, start }: Combination): number {
  let tuple = start;
  for (let at = 0; at < factors.length; at += 1) {
    const value = row[factors[at] as number];
    if (value === undefined) return -1;
    tuple += value * (steps[at] as number);
  }
  return tuple;
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

const [UNKNOWN, ALLOWED, REFUSED] = [0, 1, 2];

/** Constraints that are worked out once for each two values: rows are made by asking for the same ones again and again. */
export function memoized(factors: readonly Factor[], allows: Allows): Allows {
  const starts = factors.map((_, at) => factors.slice(0, at).reduce((sum, { values }) => sum + values.length, 0));
  const size = factors.reduce((sum, { values }) => sum + values.length, 0);
  const table = new Uint8Array(size * size);
  return (factor, value, other, otherValue) => {
    const [one, two] = [(starts[factor] ?? 0) + value, (starts[other] ?? 0) + otherValue];
    const place = one < two ? one * size + two : two * size + one;
    if (table[place] === UNKNOWN) table[place] = allows(factor, value, other, otherValue) ? ALLOWED : REFUSED;
    return table[place] === ALLOWED;
  };
}
