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

/*
 * Covering arrays: rows of a model that bring together every pair, or every triple, of values of
 * its factors that its constraints allow. Most faults of software take one or two conditions,
 * nearly all at most three (NIST SP 800-142).
 */

export interface CoveringOptions {
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

/**
 * Candidates for each row, of which the one that covers most that is new is taken: a request is
 * worth more than a search.
 */
const CANDIDATES = { 2: 40, 3: 12 } as const;
/** Attempts to fill a row without breaking a constraint. */
const ATTEMPTS = 12;

/**
 * Makes rows greedily, each the one of several that covers most that is new, so that a few rows
 * cover much.
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
 * Fills a row in random order with the values that cover most that is new (AETG); undefined where
 * none is allowed.
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
        const fresh = tuples.fresh(row, at);
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
 * Factors by their names with the values of each, and which two values may stand together. Rows are
 * conditions by name; of conditions that are given, those that are none of the model's are left
 * out.
 */
export function modelOf<V extends Readonly<Record<string, readonly unknown[]>>>(
  values: V,
  mayStandTogether: (pair: Partial<Named<V>>) => boolean = () => true,
) {
  const entries = Object.entries(values);
  const factors = entries.map(([name, among]) => ({
    name,
    values: among.map((_, at) => String(at)),
  }));
  const named = (row: PartialRow) =>
    Object.fromEntries(
      row.flatMap((value, at) =>
        value === undefined ? [] : [[entries[at]?.[0], entries[at]?.[1][value]]],
      ),
    ) as Named<V>;
  const placed = (conditions: object): PartialRow =>
    entries.map(([name, among]) => {
      const at = Object.hasOwn(conditions, name) ? among.indexOf(Object(conditions)[name]) : -1;
      return at < 0 ? undefined : at;
    });
  const none: PartialRow = factors.map(() => undefined);
  const allows = memoized(factors, (one, value, other, otherValue) =>
    mayStandTogether(named(none.with(one, value).with(other, otherValue))),
  );
  return {
    values,
    isAllowed: (conditions: object): boolean => isAllowed(placed(conditions), allows),
    rows: ({ first = [], ...options }: ModelOptions) =>
      coveringArray(factors, { ...options, allows, first: first.map(placed) }).rows.map(named),
    coverageOf: (rows: readonly object[], strength: 2 | 3 = 2): Coverage =>
      coverageOf(factors, rows.map(placed), { strength, allows }),
  };
}

/**
 * Few rows that hold every allowed pair of values, always the same ones; `coverageOf` counts the
 * pairs of rows.
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
