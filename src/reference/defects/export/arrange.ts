/** Defects of the export API in sorting and grouping. */

import type { SortedBy } from '../../export/arrange.js';
import type { Column } from '../../table/column.js';
import { isNull } from '../../table/column.js';
import type { Rows } from '../../table/table.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { type Cell, cellOf, query } from './change.js';

const arrange = defectsOf('export', 'export.arrange');

/** The key of null, which is sorted after all numbers. */
const AFTER_ALL_NUMBERS = Number.MAX_VALUE;

const text = (cell: Cell): string => String(cell ?? '');

/** Adds a key to `seen`. Returns false if it was there before. */
function addIfNew<Key>(seen: Set<Key>, key: Key): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

const inTextOrder = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Sorts by a key of each value instead of the value itself. */
const sortedBy = (key: (cell: Cell) => string | number) =>
  inExport(() => ({
    order: (rows, { column, descending }) => {
      const keys = new Map(Array.from(rows, (row) => [row, key(cellOf(column, row))]));
      const compare = (a: number, b: number): number => {
        if (keys.get(a) === keys.get(b)) return 0;
        return (keys.get(a) ?? 0) < (keys.get(b) ?? 0) ? -1 : 1;
      };
      return Int32Array.from(
        [...rows].sort((a, b) => (descending ? compare(b, a) : compare(a, b))),
      );
    },
  }));

const editingSortedRows = (edit: (rows: Rows, column: Column) => Rows) =>
  inExport(({ order }) => ({
    order: (rows, by, ask, query) => edit(order(rows, by, ask, query), by.column),
  }));

/** Keeps one row for each distinct key. */
const groupedBy = (key: (cell: Cell) => unknown) =>
  inExport(() => ({
    group: (rows, column) => {
      const seen = new Set<unknown>();
      return rows.filter((row) => addIfNew(seen, key(cellOf(column, row))));
    },
  }));

/** Groups numbers by a key, and other values by themselves. */
const onNumbersOnly = (key: (number: number) => unknown) =>
  groupedBy((cell) => (typeof cell === 'number' ? key(cell) : cell));

export const EXPORT_ARRANGE: readonly Defect[] = [
  ...arrange('EXP-SORT-1', {
    'order-ignored': blatant(
      '`orderBy` is ignored.',
      inExport(() => ({ order: (rows) => rows })),
    ),
    'numbers-sorted-as-text': subtle('Numbers are sorted as text.', sortedBy(text)),
    // The server of issue onaio/onadata#1156 has this defect: it stores numbers as text.
    'stock-sorted-as-text': subtle(
      'The stock is sorted as text, and other numbers as numbers.',
      inExport(({ order }) => ({
        order: (rows, by, ask, query) =>
          by.column.name === 'stock'
            ? Int32Array.from(
                [...rows].sort((a, b) =>
                  inTextOrder(text(cellOf(by.column, a)), text(cellOf(by.column, b))),
                ),
              )
            : order(rows, by, ask, query),
      })),
    ),
    'sorted-downwards': subtle(
      'Ascending and descending order are swapped.',
      inExport(({ order }) => ({
        order: (rows, by, ask, query) =>
          order(rows, { ...by, descending: !by.descending }, ask, query),
      })),
    ),
    'sort-moves-nulls-with-the-offset': subtle(
      'Nulls are first on the first page and last on later pages.',
      inExport(({ order }) => ({
        order: (rows, by, ask, query) => {
          const sorted = order(rows, by, ask, query);
          const nulls = sorted.filter((row) => isNull(by.column, row));
          const others = sorted.filter((row) => !isNull(by.column, row));
          return query.offset === 0
            ? Int32Array.of(...nulls, ...others)
            : Int32Array.of(...others, ...nulls);
        },
      })),
    ),
    'sort-after-paging': subtle(
      'Each page is sorted by itself, and not the whole result.',
      inExport(({ order, page }) => {
        const wanted = new WeakMap<object, SortedBy>();
        return {
          order: (rows, by, ask) => {
            wanted.set(ask, by);
            return rows;
          },
          page: (rows, query, ask) => {
            const by = wanted.get(ask);
            const shown = page(rows, query, ask);
            return by === undefined ? shown : order(shown, by, ask, query);
          },
        };
      }),
    ),
    'only-the-first-hundred-sorted': subtle(
      'Only the first 100 records are sorted; the other records follow unsorted.',
      inExport(({ order }) => ({
        order: (rows, ...how) =>
          Int32Array.of(...order(rows.subarray(0, 100), ...how), ...rows.subarray(100)),
      })),
    ),
    'null-sorts-as-zero': subtle(
      'Null is sorted as 0 among the numbers.',
      sortedBy((cell) => cell ?? 0),
    ),
    'sorted-by-length': subtle(
      'Texts are sorted by their length.',
      sortedBy((cell) => (typeof cell === 'number' ? cell : text(cell).length)),
    ),
    'fractions-not-sorted': subtle(
      'Numbers are sorted by their integer part.',
      sortedBy((cell) =>
        typeof cell === 'number' ? Math.trunc(cell) : (cell ?? AFTER_ALL_NUMBERS),
      ),
    ),
    'sign-not-sorted': subtle(
      'Numbers are sorted by their distance from 0.',
      sortedBy((cell) => (typeof cell === 'number' ? Math.abs(cell) : (cell ?? AFTER_ALL_NUMBERS))),
    ),
    'sorted-by-first-letter': subtle(
      'Texts are sorted by their first letter.',
      sortedBy((cell) => (typeof cell === 'number' ? cell : text(cell).slice(0, 1))),
    ),
    'plain-format-unsorted': subtle(
      '`orderBy` is ignored in plain format.',
      inExport(({ order }) => ({
        order: (rows, by, ask, query) =>
          ask.format === 'json' ? rows : order(rows, by, ask, query),
      })),
    ),
  }),
  ...arrange('EXP-SORT-2', {
    'sort-drops-nulls': subtle(
      'Sorting drops the records without a value.',
      editingSortedRows((rows, column) => rows.filter((row) => !isNull(column, row))),
    ),
    'sort-drops-ties': subtle(
      'Sorting keeps only one of the records with equal values.',
      editingSortedRows((rows, column) => {
        const seen = new Set<number | undefined>();
        return rows.filter((row) => addIfNew(seen, column.values[row]));
      }),
    ),
    'sort-repeats-the-first': subtle(
      'Sorting repeats the first record in place of the last.',
      editingSortedRows((rows) =>
        rows.length > 2 ? Int32Array.of(...rows.subarray(0, 1), ...rows.subarray(0, -1)) : rows,
      ),
    ),
  }),
  ...arrange('EXP-GROUP-1', {
    'group-ignored': blatant(
      '`groupBy` is ignored.',
      inExport(() => ({ group: (rows) => rows })),
    ),
    'group-default-limit-50': subtle(
      'At most 50 groups are returned for a request without a limit.',
      query((requested, { call }) =>
        requested.groupBy === undefined || /limit=/.test(call.search)
          ? requested
          : { ...requested, limit: 50 },
      ),
    ),
    'group-by-ten-characters': subtle(
      'Values that begin with the same ten characters are one group.',
      groupedBy((cell) => (typeof cell === 'string' ? cell.slice(0, 10) : cell)),
    ),
    'group-by-four-characters': subtle(
      'Values that begin with the same four characters are one group.',
      groupedBy((cell) => (typeof cell === 'string' ? cell.slice(0, 4) : cell)),
    ),
    'group-consecutive-only': subtle(
      'Only equal values that follow each other are grouped.',
      inExport(() => ({
        group: (rows, { values }) =>
          rows.filter((row, index) => index === 0 || values[row] !== values[rows[index - 1] ?? -1]),
      })),
    ),
    'group-after-paging': subtle(
      'Each page is grouped by itself, and not the whole result.',
      inExport(({ group, page }) => ({
        group: (rows, column, ask, query) => group(page(rows, query, ask), column, ask, query),
        page: (rows, query, ask) => (query.groupBy === undefined ? page(rows, query, ask) : rows),
      })),
    ),
    'group-by-first-letter': subtle(
      'Texts are grouped by their first letter.',
      groupedBy((cell) => (typeof cell === 'string' ? cell.slice(0, 1) : cell)),
    ),
    'group-cuts-numbers': subtle(
      'Numbers are grouped by their integer part.',
      onNumbersOnly(Math.trunc),
    ),
    'group-drops-single-records': subtle(
      'Groups of a single record are missing.',
      inExport(({ group }) => ({
        group: (rows, column, ask, query) => {
          const counts = new Map<number | undefined, number>();
          for (const row of rows)
            counts.set(column.values[row], (counts.get(column.values[row]) ?? 0) + 1);
          return group(
            rows.filter((row) => (counts.get(column.values[row]) ?? 0) > 1),
            column,
            ask,
            query,
          );
        },
      })),
    ),
    'group-drops-the-last': subtle(
      'The last group is missing.',
      inExport(({ group }) => ({ group: (rows, ...how) => group(rows, ...how).subarray(0, -1) })),
    ),
    'group-in-plain-format-only': subtle(
      '`groupBy` is ignored in JSON:API format.',
      inExport(({ group }) => ({
        group: (rows, column, ask, query) =>
          ask.format === 'json-api' ? rows : group(rows, column, ask, query),
      })),
    ),
  }),
];
