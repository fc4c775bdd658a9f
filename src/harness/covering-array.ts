/**
 * Builds covering arrays: few rows that contain every allowed combination of two or three values.
 * Most software faults depend on one or two conditions, and nearly all on at most three (NIST SP
 * 800-142).
 */

import { randomFrom } from '../random.js';
import {
  type Allows,
  type Factor,
  fits,
  isAllowed,
  memoized,
  type PartialRow,
  type Row,
  Tuples,
} from './tuples.js';

export interface CoveringOptions {
  /** The number of values in a combination. */
  readonly strength: 2 | 3;
  readonly allows: Allows;
  /** Existing rows, which count towards the coverage. */
  readonly first?: readonly PartialRow[];
  /** The maximum number of new rows. */
  readonly most: number;
  readonly random: () => number;
}

export interface Coverage {
  /** The number of combinations that the constraints allow. */
  readonly total: number;
  readonly covered: number;
}

/**
 * The number of candidates from which each row is chosen, for strength 2 and 3. More candidates
 * take longer, but then fewer rows (and requests) cover all combinations.
 */
const CANDIDATES = { 2: 40, 3: 12 } as const;
/** The number of attempts to complete a row without violating a constraint. */
const ATTEMPTS = 12;

/**
 * Returns the new rows, and how many of all combinations they and the existing rows cover.
 * `covered` is smaller than `total` if `most` rows were not enough, or if no row for the remaining
 * combinations was found.
 */
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
      const row = start && fill(start, tuples, random);
      const fresh = row === undefined ? 0 : tuples.countOpen(row);
      if (fresh > gain) [best, gain] = [row, fresh];
    }
    if (best === undefined) break;
    rows.push(best);
    tuples.cover(best);
  }
  return { rows, total: tuples.total, covered: tuples.total - tuples.left };
}

/** How many of all combinations these rows contain. */
export function coverageOf(
  factors: readonly Factor[],
  rows: readonly PartialRow[],
  { strength, allows }: Pick<CoveringOptions, 'strength' | 'allows'>,
): Coverage {
  const { total, covered } = coveringArray(factors, {
    strength,
    allows,
    first: rows,
    most: 0,
    random: () => 0,
  });
  return { total, covered };
}

/**
 * Fills the empty positions of a row in random order. Each position gets the value that covers the
 * most new combinations (the AETG algorithm). Returns undefined if every attempt ends at a position
 * that allows no value.
 */
function fill(start: PartialRow, tuples: Tuples, random: () => number): Row | undefined {
  const { factors, allows } = tuples;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = [...start];
    const left = row.flatMap((value, at) => (value === undefined ? [at] : []));
    const filled = shuffled(left, random).every((at) => {
      const size = factors[at]?.values.length ?? 0;
      const from = Math.floor(random() * size);
      let [best, gain] = [-1, -1];
      for (let step = 0; step < size; step += 1) {
        const value = (from + step) % size;
        if (!fits(row, at, value, allows)) continue;
        row[at] = value;
        const fresh = tuples.countOpen(row, at);
        row[at] = undefined;
        if (fresh > gain) [best, gain] = [value, fresh];
      }
      if (best >= 0) row[at] = best;
      return best >= 0;
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

type Named<V extends Readonly<Record<string, readonly unknown[]>>> = {
  readonly [Name in keyof V]: V[Name][number];
};

type ModelOptions = Omit<CoveringOptions, 'allows' | 'first'> & {
  readonly first?: readonly object[];
};

/**
 * A model whose factors and values have names; its functions make covering arrays. `mayBeCombined`
 * decides whether a row may contain two values together. In given rows, factors and values outside
 * the model are ignored.
 */
export function modelOf<V extends Readonly<Record<string, readonly unknown[]>>>(
  values: V,
  mayBeCombined: (pair: Partial<Named<V>>) => boolean = () => true,
) {
  const entries = Object.entries(values);
  const factors = entries.map(([name, among]) => ({
    name,
    values: among.map((_, at) => String(at)),
  }));
  const withNames = (row: PartialRow) =>
    Object.fromEntries(
      row.flatMap((value, at) =>
        value === undefined ? [] : [[entries[at]?.[0], entries[at]?.[1][value]]],
      ),
    ) as Named<V>;
  const toRow = (conditions: object): PartialRow =>
    entries.map(([name, among]) => {
      const at = Object.hasOwn(conditions, name) ? among.indexOf(Object(conditions)[name]) : -1;
      return at < 0 ? undefined : at;
    });
  const none: PartialRow = factors.map(() => undefined);
  const allows = memoized(factors, (one, value, other, otherValue) =>
    mayBeCombined(withNames(none.with(one, value).with(other, otherValue))),
  );
  return {
    values,
    isAllowed: (conditions: object): boolean => isAllowed(toRow(conditions), allows),
    rows: ({ first = [], ...options }: ModelOptions) =>
      coveringArray(factors, { ...options, allows, first: first.map(toRow) }).rows.map(withNames),
    coverageOf: (rows: readonly object[], strength: 2 | 3 = 2): Coverage =>
      coverageOf(factors, rows.map(toRow), { strength, allows }),
  };
}

/**
 * Returns few rows that contain every allowed pair of values. The same model always gives the same
 * rows. `coverageOf` counts the pairs that given rows contain.
 */
export function everyPair<V extends Readonly<Record<string, readonly unknown[]>>>(
  ...model: Parameters<typeof modelOf<V>>
) {
  const { rows, coverageOf } = modelOf(...model);
  return {
    rows: rows({ strength: 2, most: Number.POSITIVE_INFINITY, random: randomFrom(1) }),
    coverageOf,
  };
}
