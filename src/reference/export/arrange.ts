/** Groups, sorts and pages rows. */

import type { Dialect } from '../dialect.js';
import type { Column, TextColumn } from '../table/column.js';
import type { Rows } from '../table/table.js';
import { COLLATIONS, type Compare } from '../table/text.js';

/**
 * Keeps the first row of each value of the column. Null counts as a value, as in SQL's GROUP BY.
 */
export function group(rows: Rows, column: Column): Rows {
  const seen = new Set<number | undefined>();
  return rows.filter((row) => {
    // NaN represents null in numeric columns, and a Set treats all NaN as equal.
    const value = column.values[row];
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}

export type Order = (rows: Rows, by: SortedBy) => Rows;

export interface SortedBy {
  readonly column: Column;
  readonly descending: boolean;
}

/**
 * Makes the function that sorts rows. Rows with equal values keep their order, and the nulls are
 * together at one end.
 */
export function ordering(dialect: Pick<Dialect, 'collation' | 'nullsOrder'>): Order {
  const nulls = dialect.nullsOrder === 'first' ? -1 : 1;
  const compareTexts = COLLATIONS[dialect.collation];
  return (rows, { column, descending }) => {
    const ascending = byNumber(
      column.kind === 'number' ? column.values : ranks(column, compareTexts),
      nulls,
    );
    return Int32Array.from([...rows].sort(descending ? (a, b) => ascending(b, a) : ascending));
  };
}

type ByRow = (left: number, right: number) => number;

/** Compares rows by their numbers. `nulls` is -1 if nulls come first, and 1 if they come last. */
const byNumber =
  (values: Float64Array, nulls: number): ByRow =>
  (left, right) => {
    const a = values[left] ?? Number.NaN;
    const b = values[right] ?? Number.NaN;
    if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : nulls;
    return Number.isNaN(b) ? -nulls : a - b;
  };

/** Ranks of the texts of rows. Texts that the collation treats as equal have the same rank. */
function ranks({ values, dictionary }: TextColumn, compare: Compare): Float64Array {
  const places = new Map<string | null, number>([[null, Number.NaN]]);
  let previous: string | undefined;
  let rank = 0;
  for (const text of dictionary.filter((text) => text !== null).sort(compare)) {
    if (previous !== undefined && compare(previous, text) !== 0) rank += 1;
    places.set(text, rank);
    previous = text;
  }
  return Float64Array.from(values, (place) => places.get(dictionary[place] ?? null) ?? Number.NaN);
}

export const page = (rows: Rows, limit: number, offset: number): Rows =>
  rows.subarray(offset, offset + limit);
