/** Finds records that are in the wrong order under every collation. */

import type { ProductRecord } from '../../../../src/settings/export-target.js';
import { agreedOrder, sign } from './collations.js';
import { type Column, cellValue, isDay, isNull, mayBeEnumeration, type Records } from './column.js';
import { coarsely, EXACT, loosely, subsetsOf, TRAITS } from './equality.js';
import { memoized } from './memoized.js';

/**
 * Whether a column may have a type with its own order that its values do not show: text that may be
 * an enumeration, uuids, dates and times.
 */
const hasOrderOfItsOwn = (column: Column): boolean =>
  column.kind === 'typed' || mayBeEnumeration(column);

/**
 * Whether two values have this order under every known collation. Numbers compare as numbers, dates
 * both as text and as dates.
 */
export function surely(
  a: string | number,
  b: string | number,
  column: Column,
  order: -1 | 0 | 1,
): boolean {
  if (column.kind === 'number') return sign(Number(a) - Number(b)) === order;
  const x = String(a);
  const y = String(b);
  if (x === y || order === 0) return x === y && order === 0;
  if (isDay(x) && isDay(y) && x.slice(0, 10) !== y.slice(0, 10)) return (x < y ? -1 : 1) === order;
  if (hasOrderOfItsOwn(column)) return false;
  if (column.kind === 'numeric-text' && sign(Number(a) - Number(b)) !== order) return false;
  return (x < y ? -1 : 1) === order && agreedOrder(x, y) === order;
}

/** Two records in the wrong order, or nulls in two separate places. */
export interface Disorder {
  readonly first: ProductRecord;
  readonly second: ProductRecord;
}

/**
 * Finds two records whose order no conforming target could return. Nulls and empty texts may be at
 * either end. A direction of 1 means ascending.
 */
export function findDisorder(
  records: Records,
  column: Column,
  direction: 1 | -1 = 1,
): Disorder | undefined {
  const kept = heldIn(records, column);
  // Numbers have only one order, so comparing neighbours is enough.
  const back = column.kind === 'number' ? 1 : 60;
  for (const [later, [second, b]] of kept.entries()) {
    // Neighbours may be equal in some collation, so each value is also compared with many earlier
    // ones.
    for (let earlier = Math.max(0, later - back); earlier < later; earlier += 1) {
      const [first, a] = kept[earlier] as (typeof kept)[number];
      if (surely(a, b, column, direction)) return { first, second };
    }
  }
  return valuesApart(kept, column) ?? nullsApart(records, column);
}

/**
 * Finds equal values that are not adjacent, in a column whose type alone decides the order. Values
 * are equal if they are identical or equal in some collation.
 */
function valuesApart(held: readonly Held[], column: Column): Disorder | undefined {
  if (!hasOrderOfItsOwn(column)) return undefined;
  const asTheyAre = firstApart(held, (value) => value);
  if (asTheyAre === undefined) return undefined;
  return REDUCTIONS.every((reduce) => firstApart(held, reduce) !== undefined)
    ? asTheyAre
    : undefined;
}

/**
 * The reductions under which a collation may treat values as equal: every set of traits, and the
 * coarsest key.
 */
const REDUCTIONS: readonly ((value: string) => string)[] = [
  ...subsetsOf(TRAITS).flatMap((folded) => {
    const equality = { ...EXACT, ...Object.fromEntries(folded.map((trait) => [trait, 'folded'])) };
    const reduce = (value: string): string => loosely(value, equality);
    if (!folded.includes('blanks')) return [reduce];
    // SQL ignores trailing spaces, but not other blanks.
    return [
      reduce,
      (value: string): string => loosely(value.replace(/ +$/, ''), { ...equality, blanks: 'kept' }),
    ];
  }),
  coarsely,
];

/** The first record whose value occurred earlier, with other values in between. */
function firstApart(
  held: readonly Held[],
  reduce: (value: string) => string,
): Disorder | undefined {
  const ended = new Set<string>();
  let current: string | undefined;
  for (const [index, [record, value]] of held.entries()) {
    const key = reduce(String(value));
    if (key === current) continue;
    const [before] = held[index - 1] ?? [];
    if (ended.has(key) && before !== undefined) return { first: before, second: record };
    if (current !== undefined) ended.add(current);
    current = key;
  }
  return undefined;
}

/** A null with values on both sides. All values must be before the nulls, or all after them. */
function nullsApart(records: Records, column: Column): Disorder | undefined {
  const places = records.flatMap((record, index) => (isNull(record, column) ? [index] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const others = records.flatMap((record, index) => heldIn([record], column).map(() => index));
  const behind = others.find((index) => index > first);
  if (places.length === 0 || behind === undefined || others.every((index) => index > last))
    return undefined;
  const a = records[first];
  const b = records[behind];
  return a && b && { first: a, second: b };
}

type Held = readonly [record: ProductRecord, value: string | number];
/**
 * The records that are neither null nor empty in a column, with their values. Empty texts may be
 * among the nulls.
 */
const heldIn = (records: Records, { name }: Column): readonly Held[] =>
  records.flatMap((record): readonly Held[] => {
    const value = cellValue(record, name);
    return value === null || value === undefined || value === '' ? [] : [[record, value]];
  });

/**
 * Checks whether a window can be the records from `offset` on of the ordered list. Of the other
 * records, those that certainly sort before the window must fit before it, those that certainly
 * sort after it must fit behind it, and none may belong into it. Returns a record that does not
 * fit.
 */
export function findMisplaced(
  window: Records,
  rest: Records,
  offset: number,
  column: Column,
): ProductRecord | undefined {
  const values = heldIn(window, column).map(([, value]) => value);
  const low = values[0];
  const high = values.at(-1);
  if (low === undefined || high === undefined) return undefined;
  const placeOf = memoized((value: string | number) => {
    if (surely(value, low, column, -1)) return 'before';
    if (surely(value, high, column, 1)) return 'after';
    return surely(value, low, column, 1) && surely(value, high, column, -1) ? 'between' : 'open';
  });
  const held = heldIn(rest, column);
  const at = (place: string): readonly Held[] =>
    held.filter(([, value]) => placeOf(value) === place);
  const before = at('before');
  const between = at('between');
  const after = at('after');
  if (before.length > offset) return before[0]?.[0];
  return (after.length > rest.length - offset ? after : between)[0]?.[0];
}

type Placement = 'first' | 'last';

/**
 * The ends at which nulls can be in a numeric order so that the window fits; both ends if that is
 * undecided.
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
    const place = offset + at - nulls[end] - lower;
    return place >= 0 && place < ties;
  });
}
