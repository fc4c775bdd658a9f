/**
 * Covering arrays: rows of a model that bring together every pair, or every triple, of values of its factors that its
 * constraints allow. Most faults of software take one or two conditions, nearly all at most three (NIST SP 800-142).
 */

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

export interface CoveringOptions {
  /** How many factors are brought together: 2 or 3. */
  readonly strength: 2 | 3;
  readonly allows: Allows;
  /** Rows that are there already. */
  readonly first?: readonly PartialRow[];
  /** The most rows to make. */
  readonly most: number;
  readonly random: () => number;
}

export interface Coverage {
  /** Combinations that the constraints allow, and those that the rows bring together. */
  readonly total: number;
  readonly covered: number;
}

/** Candidates for each row, of which the one that covers most that is new is taken: a request is worth more than a search. */
const CANDIDATES = { 2: 48, 3: 72 } as const;
/** Attempts to fill a row without breaking a constraint. */
const ATTEMPTS = 12;

/** Makes rows greedily, each the one of several that covers most that is new, so that a few rows cover much. */
export function coveringArray(
  factors: readonly Factor[],
  { strength, allows, first = [], most, random }: CoveringOptions,
): Coverage & { readonly rows: readonly Row[] } {
  const tuples = new Tuples(factors, strength, allows);
  for (const row of first) tuples.cover(row);
  const rows: Row[] = [];
  while (rows.length < most) {
    let best: Row | undefined;
    let gain = 0;
    for (let turn = 0; turn < CANDIDATES[strength]; turn += 1) {
      const start = tuples.anyOpen(random);
      const row = start && fill(start, factors, allows, random);
      const fresh = row === undefined ? 0 : tuples.fresh(row);
      if (fresh > gain) [best, gain] = [row, fresh];
    }
    if (best === undefined) break;
    rows.push(best);
    tuples.cover(best);
  }
  return { rows, total: tuples.total, covered: tuples.total - tuples.left };
}

/** How many of the combinations that the constraints allow some rows bring together. */
export function coverageOf(
  factors: readonly Factor[],
  rows: readonly PartialRow[],
  { strength, allows }: Pick<CoveringOptions, 'strength' | 'allows'>,
): Coverage {
  const { total, covered } = coveringArray(factors, { strength, allows, first: rows, most: 0, random: () => 0 });
  return { total, covered };
}

/** The combinations of so many factors that are allowed, and which of them are still open. */
class Tuples {
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

function fits(row: PartialRow, place: number, value: number, allows: Allows): boolean {
  for (let other = 0; other < row.length; other += 1) {
    const held = row[other];
    if (other !== place && held !== undefined && !allows(place, value, other, held)) return false;
  }
  return true;
}

/** A whole row around some values, at random; undefined where the constraints leave none. */
function fill(start: PartialRow, factors: readonly Factor[], allows: Allows, random: () => number): Row | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = [...start];
    const left = row.flatMap((value, at) => (value === undefined ? [at] : []));
    const filled = shuffled(left, random).every((at) => {
      const size = factors[at]?.values.length ?? 0;
      const from = Math.floor(random() * size);
      for (let step = 0; step < size; step += 1) {
        const value = (from + step) % size;
        if (!fits(row, at, value, allows)) continue;
        row[at] = value;
        return true;
      }
      return false;
    });
    if (filled) return row.map((value) => value ?? 0);
  }
  return undefined;
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
