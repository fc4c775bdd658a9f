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

export interface CoveringOptions {
  /** How many factors are brought together: 2 or 3. */
  readonly strength: 2 | 3;
  /** Whether values may stand together; asked for rows that have no value yet in some places (undefined there). */
  readonly allows: (row: readonly (number | undefined)[]) => boolean;
  /** Rows that are there already. */
  readonly first?: readonly (readonly (number | undefined)[])[];
  /** The most rows to make. */
  readonly most: number;
  readonly random: () => number;
}

export interface Covered {
  readonly rows: readonly Row[];
  /** Combinations that the constraints allow, and those that the rows, the first ones included, bring together. */
  readonly total: number;
  readonly covered: number;
}

/** Candidates for each row; the one that covers most that is new is taken. */
const CANDIDATES = 12;
/** Attempts to fill a row without breaking a constraint. */
const ATTEMPTS = 20;

/** Makes rows greedily, each the one of several that covers most that is new, so that fewer rows cover as much as they can. */
export function coveringArray(factors: readonly Factor[], options: CoveringOptions): Covered {
  const { strength, allows, first = [], most, random } = options;
  const sizes = factors.map(({ values }) => values.length);
  const places = combinations(factors.length, strength);
  const open = allowedTuples(places, sizes, allows);
  const total = open.size;
  for (const row of first) for (const key of keysOf(row, places)) open.delete(key);
  const rows: Row[] = [];
  const queue = [...open];
  while (rows.length < most && open.size > 0) {
    let best: Row | undefined;
    let gain = 0;
    for (let turn = 0; turn < CANDIDATES; turn += 1) {
      const seed = pick(queue, open, random);
      const row = seed === undefined ? undefined : fill(tupleOf(seed, places, sizes), sizes, allows, random);
      if (row === undefined) continue;
      const fresh = keysOf(row, places).filter((key) => open.has(key)).length;
      if (fresh > gain) [best, gain] = [row, fresh];
    }
    if (best === undefined) break;
    rows.push(best);
    for (const key of keysOf(best, places)) open.delete(key);
  }
  return { rows, total, covered: total - open.size };
}

/** How many of the combinations that the constraints allow some rows bring together. */
export function coverageOf(
  factors: readonly Factor[],
  rows: readonly (readonly (number | undefined)[])[],
  { strength, allows }: Pick<CoveringOptions, 'strength' | 'allows'>,
): { readonly total: number; readonly covered: number } {
  const { total, covered } = coveringArray(factors, { strength, allows, first: rows, most: 0, random: () => 0 });
  return { total, covered };
}

type Places = readonly (readonly number[])[];

function combinations(count: number, strength: 2 | 3): Places {
  const found: number[][] = [];
  for (let a = 0; a < count; a += 1)
    for (let b = a + 1; b < count; b += 1) {
      if (strength === 2) found.push([a, b]);
      else for (let c = b + 1; c < count; c += 1) found.push([a, b, c]);
    }
  return found;
}

/** A combination of values as one number: which places, then the value of each. */
const RADIX = 64;
const keyOf = (place: number, values: readonly number[]): number =>
  values.reduce((key, value) => key * RADIX + value, place);

/** The combinations of a row; one that has no value in some places has those of the others. */
const keysOf = (row: readonly (number | undefined)[], places: Places): readonly number[] =>
  places.flatMap((place, index) => {
    const values = place.flatMap((at) => row[at] ?? []);
    return values.length < place.length ? [] : [keyOf(index, values)];
  });

function allowedTuples(places: Places, sizes: readonly number[], allows: CoveringOptions['allows']): Set<number> {
  const allowed = new Set<number>();
  for (const [index, place] of places.entries()) {
    for (const values of product(place.map((at) => sizes[at] ?? 0))) {
      const row: (number | undefined)[] = sizes.map(() => undefined);
      for (const [turn, at] of place.entries()) row[at] = values[turn];
      if (allows(row)) allowed.add(keyOf(index, values));
    }
  }
  return allowed;
}

function* product(sizes: readonly number[]): Generator<readonly number[]> {
  const [size, ...rest] = sizes;
  if (size === undefined) {
    yield [];
    return;
  }
  for (let value = 0; value < size; value += 1) for (const others of product(rest)) yield [value, ...others];
}

function tupleOf(key: number, places: Places, sizes: readonly number[]): (number | undefined)[] {
  const row: (number | undefined)[] = sizes.map(() => undefined);
  const strength = places[0]?.length ?? 0;
  const place = places[Math.floor(key / RADIX ** strength)] ?? [];
  for (const [turn, at] of place.entries()) row[at] = Math.floor(key / RADIX ** (strength - 1 - turn)) % RADIX;
  return row;
}

/** A combination that is not covered yet; those that are leave the queue as they are met. */
function pick(queue: number[], open: ReadonlySet<number>, random: () => number): number | undefined {
  while (queue.length > 0) {
    const at = Math.floor(random() * queue.length);
    const key = queue[at];
    if (key !== undefined && open.has(key)) return key;
    queue[at] = queue.at(-1) ?? 0;
    queue.pop();
  }
  return undefined;
}

/** A whole row around some values, at random; undefined where the constraints leave none. */
function fill(
  start: readonly (number | undefined)[],
  sizes: readonly number[],
  allows: CoveringOptions['allows'],
  random: () => number,
): Row | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = [...start];
    const left = row.flatMap((value, at) => (value === undefined ? [at] : []));
    let fits = true;
    for (const at of shuffled(left, random)) {
      const values = shuffled([...Array(sizes[at] ?? 0).keys()], random);
      const value = values.find((one) => {
        row[at] = one;
        return allows(row);
      });
      row[at] = value;
      fits &&= value !== undefined;
    }
    if (fits) return row.map((value) => value ?? 0);
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
