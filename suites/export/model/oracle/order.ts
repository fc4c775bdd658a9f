/** Finds records that are in the wrong order under every collation. */

import { memoized } from '../../../../src/memoized.js';
import type { ProductRecord } from '../../../../src/settings/export-target.js';
import { agreedOrder, sign } from './collations.js';
import {
  beginsWithDate,
  type Column,
  cellValue,
  isNull,
  mayBeEnumeration,
  type Records,
  type Value,
} from './column.js';
import { coarseKey, EXACT, reducedText, subsetsOf, TRAITS } from './equality.js';

/**
 * Whether a server may order the column differently from numbers and text. Examples are
 * enumerations, uuids, dates and times.
 */
const hasOrderOfItsOwn = (column: Column): boolean =>
  column.kind === 'typed' || mayBeEnumeration(column);

/**
 * True if every known collation puts `a` and `b` in this order (-1: `a` is before `b`). Numeric
 * text must have this order both as numbers and as text.
 */
export function isCertainlyOrdered(
  a: string | number,
  b: string | number,
  column: Column,
  order: -1 | 0 | 1,
): boolean {
  if (column.kind === 'number') return sign(Number(a) - Number(b)) === order;
  const x = String(a);
  const y = String(b);
  if (x === y || order === 0) return x === y && order === 0;
  if (beginsWithDate(x) && beginsWithDate(y) && x.slice(0, 10) !== y.slice(0, 10))
    return (x < y ? -1 : 1) === order;
  if (hasOrderOfItsOwn(column)) return false;
  if (column.kind === 'numeric-text' && sign(Number(a) - Number(b)) !== order) return false;
  return (x < y ? -1 : 1) === order && agreedOrder(x, y) === order;
}

/** Two records of a list in the wrong order. */
export interface Disorder {
  readonly first: ProductRecord;
  readonly second: ProductRecord;
}

/**
 * Finds two records in an order that no conforming server could return. Nulls and empty texts may
 * be at either end. Direction 1 is ascending.
 */
export function findDisorder(
  records: Records,
  column: Column,
  direction: 1 | -1 = 1,
): Disorder | undefined {
  const kept = cellsIn(records, column);
  // Numbers have only one order, so neighbours are enough.
  const maxDistance = column.kind === 'number' ? 1 : 60;
  for (const [later, [second, b]] of kept.entries()) {
    // Neighbours may be equal in some collation, so each value is compared with many earlier
    // values.
    for (let earlier = Math.max(0, later - maxDistance); earlier < later; earlier += 1) {
      const [first, a] = kept[earlier] as (typeof kept)[number];
      if (isCertainlyOrdered(a, b, column, direction)) return { first, second };
    }
  }
  return valuesApart(kept, column) ?? nullsApart(records, column);
}

/**
 * Finds equal values that are not adjacent, which is wrong in any order. Returns undefined if in
 * some collation all equal values are adjacent.
 */
function valuesApart(cells: readonly Cell[], column: Column): Disorder | undefined {
  if (!hasOrderOfItsOwn(column)) return undefined;
  const apartUnreduced = firstApart(cells, (value) => value);
  if (apartUnreduced === undefined) return undefined;
  return REDUCTIONS.every((reduce) => firstApart(cells, reduce) !== undefined)
    ? apartUnreduced
    : undefined;
}

/**
 * Each function removes differences that some collation may ignore: a function for every set of
 * traits, and a function for all known differences.
 */
const REDUCTIONS: readonly ((value: string) => string)[] = [
  ...subsetsOf(TRAITS).flatMap((folded) => {
    const equality = { ...EXACT, ...Object.fromEntries(folded.map((trait) => [trait, 'folded'])) };
    const reduce = (value: string): string => reducedText(value, equality);
    if (!folded.includes('blanks')) return [reduce];
    // SQL ignores trailing spaces, but not other blanks.
    return [
      reduce,
      (value: string): string =>
        reducedText(value.replace(/ +$/, ''), { ...equality, blanks: 'kept' }),
    ];
  }),
  coarseKey,
];

function firstApart(
  cells: readonly Cell[],
  reduce: (value: string) => string,
): Disorder | undefined {
  const ended = new Set<string>();
  let current: string | undefined;
  for (const [index, [record, value]] of cells.entries()) {
    const key = reduce(String(value));
    if (key === current) continue;
    const [before] = cells[index - 1] ?? [];
    if (ended.has(key) && before !== undefined) return { first: before, second: record };
    if (current !== undefined) ended.add(current);
    current = key;
  }
  return undefined;
}

/** Finds a null and a later value if the nulls are neither all before nor all after the values. */
function nullsApart(records: Records, column: Column): Disorder | undefined {
  const places = records.flatMap((record, index) => (isNull(record, column) ? [index] : []));
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? 0;
  const others = records.flatMap((record, index) => cellsIn([record], column).map(() => index));
  const behind = others.find((index) => index > first);
  if (places.length === 0 || behind === undefined || others.every((index) => index > last))
    return undefined;
  const a = records[first];
  const b = records[behind];
  return a && b && { first: a, second: b };
}

type Cell = readonly [record: ProductRecord, value: string | number];
/** Not nulls, and not empty texts, which a server may sort among the nulls. */
const hasPlace = (value: Value): value is string | number =>
  value !== null && value !== undefined && value !== '';

const cellsIn = (records: Records, { name }: Column): readonly Cell[] =>
  records.flatMap((record): readonly Cell[] => {
    const value = cellValue(record, name);
    return hasPlace(value) ? [[record, value]] : [];
  });

/**
 * Returns a record as evidence that a window (consecutive records of an ordered list) does not
 * start at `offset`. `rest` are the records outside the window. The evidence has three kinds: too
 * many records of `rest` certainly sort before the window, too many certainly sort after it, or a
 * record of `rest` belongs inside it.
 */
export function findMisplaced(
  window: Records,
  rest: Records,
  offset: number,
  column: Column,
): ProductRecord | undefined {
  const values = cellsIn(window, column).map(([, value]) => value);
  const low = values[0];
  const high = values.at(-1);
  if (low === undefined || high === undefined) return undefined;
  const at: Record<'before' | 'between' | 'after' | 'open', ProductRecord[]> = {
    before: [],
    between: [],
    after: [],
    open: [],
  };
  const placeOf = memoized((value: string | number): keyof typeof at => {
    if (isCertainlyOrdered(value, low, column, -1)) return 'before';
    if (isCertainlyOrdered(value, high, column, 1)) return 'after';
    return isCertainlyOrdered(value, low, column, 1) && isCertainlyOrdered(value, high, column, -1)
      ? 'between'
      : 'open';
  });
  for (const record of rest) {
    const value = cellValue(record, column.name);
    if (hasPlace(value)) at[placeOf(value)].push(record);
  }
  if (at.before.length > offset) return at.before[0];
  const maxAfter = rest.length - offset;
  return at.after.length > maxAfter ? at.after[0] : at.between[0];
}

type Placement = 'first' | 'last';

/**
 * Returns the ends of an ordered list at which its nulls may be. `window` contains consecutive
 * records of the list, which start at `offset`. Both ends are returned if the window does not show
 * where the nulls are.
 */
export function placementsOfNulls(
  window: Records,
  offset: number,
  all: Records,
  column: Column,
): readonly Placement[] {
  const numberOf = (record: ProductRecord): number => Number(cellValue(record, column.name));
  const at = window.findIndex((record) => !isNull(record, column));
  const first = window[at];
  if (first === undefined || column.kind !== 'number') return ['first', 'last'];
  const numbers = all.filter((record) => !isNull(record, column)).map(numberOf);
  const lower = numbers.filter((number) => number < numberOf(first)).length;
  const ties = numbers.filter((number) => number === numberOf(first)).length;
  const nulls = { first: all.length - numbers.length, last: 0 };
  return (['first', 'last'] as const).filter((end) => {
    // The position of the record among the records with the same number.
    const place = offset + at - nulls[end] - lower;
    return place >= 0 && place < ties;
  });
}
