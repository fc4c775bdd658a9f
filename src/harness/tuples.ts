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
  readonly #strength: number;
  readonly #sizes: readonly number[];
  /** Where the states of each combination of factors begin. */
  readonly #starts: readonly number[];
  /** The factors of each combination, one combination after the other, and how far a step of each one's value goes. */
  readonly #factors: Uint16Array;
  readonly #steps: Uint32Array;
  /** The combinations in which each factor takes part. */
  readonly #placesOf: readonly (readonly number[])[];
  readonly #open: Uint8Array;
  /** The open combinations, and some that are not any more. */
  readonly #queue: number[] = [];

  constructor(factors: readonly Factor[], strength: 2 | 3, allows: Allows) {
    this.#strength = strength;
    this.#sizes = factors.map(({ values }) => values.length);
    const combined = combinations(factors.length, strength);
    const sizes = combined.map((places) => places.map((factor) => this.#sizes[factor] ?? 0));
    this.#placesOf = factors.map((_, factor) =>
      combined.flatMap((places, place) => (places.includes(factor) ? [place] : [])),
    );
    this.#factors = Uint16Array.from(combined.flat());
    this.#steps = Uint32Array.from(sizes.flatMap((own) => own.map((_, at) => product(own.slice(at + 1)))));
    let end = 0;
    this.#starts = sizes.map((own) => {
      const start = end;
      end += product(own);
      return start;
    });
    this.#open = new Uint8Array(end);
    for (let tuple = 0; tuple < end; tuple += 1) {
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
    for (let place = 0; place < this.#starts.length; place += 1) count += this.#open[this.#tupleOf(row, place)] ?? 0;
    return count;
  }

  /** How many open combinations one place's value would cover with what a row holds elsewhere. */
  freshAt(row: PartialRow, factor: number): number {
    let count = 0;
    for (const place of this.#placesOf[factor] ?? []) count += this.#open[this.#tupleOf(row, place)] ?? 0;
    return count;
  }

  cover(row: PartialRow): void {
    for (let place = 0; place < this.#starts.length; place += 1) {
      const tuple = this.#tupleOf(row, place);
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
  #tupleOf(row: PartialRow, place: number): number {
    let tuple = this.#starts[place] ?? 0;
    const end = (place + 1) * this.#strength;
    for (let at = end - this.#strength; at < end; at += 1) {
      const value = row[this.#factors[at] as number];
      if (value === undefined) return -1;
      tuple += value * (this.#steps[at] as number);
    }
    return tuple;
  }

  #rowOf(tuple: number): (number | undefined)[] {
    let place = this.#starts.length - 1;
    for (let low = 0, high = place; low <= high; ) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= tuple) [place, low] = [middle, middle + 1];
      else high = middle - 1;
    }
    const row: (number | undefined)[] = this.#sizes.map(() => undefined);
    let rest = tuple - (this.#starts[place] ?? 0);
    for (let at = place * this.#strength; at < (place + 1) * this.#strength; at += 1) {
      const step = this.#steps[at] ?? 1;
      row[this.#factors[at] ?? 0] = Math.floor(rest / step);
      rest %= step;
    }
    return row;
  }
}

const product = (numbers: readonly number[]): number => numbers.reduce((total, number) => total * number, 1);

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
