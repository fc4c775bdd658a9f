import type { Dialect } from '../dialect.js';
import type { Column } from '../table/column.js';
import type { Rows } from '../table/table.js';
import { COLLATIONS } from '../table/text.js';

/** The first row of each distinct value; null is a value here, as it is for SQL's GROUP BY. */
export function group(rows: Rows, column: Column): Rows {
  const seen = new Set<string | number | null | undefined>();
  return rows.filter((row) => {
    // A Set finds NaN, which stands for null in numeric columns.
    const value = column.values[row];
    return seen.has(value) ? false : seen.add(value) !== undefined;
  });
}

export type Order = (rows: Rows, column: Column, descending: boolean) => Rows;

/** Sorts without changing the order of ties; nulls together at one end. */
export function ordering(dialect: Pick<Dialect, 'collation' | 'nullsOrder'>): Order {
  const nulls = dialect.nullsOrder === 'first' ? -1 : 1;
  const compareTexts = COLLATIONS[dialect.collation];
  return (rows, column, descending) => {
    const ascending =
      column.kind === 'number' ? byNumber(column.values, nulls) : byText(column.values, nulls, compareTexts);
    return Int32Array.from([...rows].sort(descending ? (a, b) => ascending(b, a) : ascending));
  };
}

type ByRow = (left: number, right: number) => number;

const byNumber =
  (values: Float64Array, nulls: number): ByRow =>
  (left, right) => {
    const a = values[left] ?? Number.NaN;
    const b = values[right] ?? Number.NaN;
    if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : nulls;
    return Number.isNaN(b) ? -nulls : a - b;
  };

const byText =
  (values: readonly (string | null)[], nulls: number, compare: (a: string, b: string) => number): ByRow =>
  (left, right) => {
    const a = values[left] ?? null;
    const b = values[right] ?? null;
    if (a === null) return b === null ? 0 : nulls;
    return b === null ? -nulls : compare(a, b);
  };

/** The window of a page. */
export const page = (rows: Rows, limit: number, offset: number): Rows => rows.subarray(offset, offset + limit);
