/** Selects columns of the data for tests of filters, orders and groups. */

import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import type { Survey } from './data.js';
import { type Column, mayBeEnumeration } from './oracle/column.js';
import { findDisorder } from './oracle/order.js';

/** The first five columns of `fitColumns`. */
export const bestColumns = (survey: Survey, kind: 'text' | 'number'): readonly Column[] =>
  fitColumns(survey, kind).slice(0, 5);

/**
 * Columns with several values. Columns that may be enumerations come last. Among the others,
 * columns with nulls come first. If this does not decide, columns with fewer values come first,
 * because each of their values selects more records.
 */
export function fitColumns({ columns }: Survey, kind: 'text' | 'number'): readonly Column[] {
  const fit = [...columns.values()].filter(
    (column) => column.kind === kind && column.values.size > 1,
  );
  return fit.sort(
    (a, b) =>
      Number(mayBeEnumeration(a)) - Number(mayBeEnumeration(b)) ||
      Number(b.nulls > 0) - Number(a.nulls > 0) ||
      a.values.size - b.values.size,
  );
}

/**
 * Columns with several values. Text columns that may be enumerations are left out if there are
 * other text columns, because a server may refuse unknown values of an enumeration.
 */
export function freeColumns(
  { columns }: Pick<Survey, 'columns'>,
  kind: 'text' | 'number',
): readonly Column[] {
  const several = [...columns.values()].filter(
    (column) => column.kind === kind && column.values.size > 1,
  );
  const free = several.filter((column) => !mayBeEnumeration(column));
  return kind === 'text' && free.length > 0 ? free : several;
}

/**
 * Columns of `bestColumns`, so that an order has a visible effect. Among them, the first is the
 * number column with the most values that is not the key, and the next one is the text column with
 * the most values. A column may occur twice.
 */
export function sortable(survey: Survey): readonly Column[] {
  const numbers = bestColumns(survey, 'number');
  const texts = bestColumns(survey, 'text');
  const byValueCount = (columns: readonly Column[]): readonly Column[] =>
    [...columns].sort((a, b) => b.values.size - a.values.size);
  const numbersWithoutKey = byValueCount(numbers.filter(({ name }) => name !== survey.key?.name));
  return [
    ...numbersWithoutKey.slice(0, 1),
    ...byValueCount(texts).slice(0, 1),
    ...byValueCount(numbers).slice(0, 1),
    ...numbersWithoutKey.slice(1),
    ...byValueCount(texts).slice(1),
  ];
}

/**
 * A column for `orderBy`. Prefers columns that every server orders in the same way: a numeric key,
 * then numbers without null, then another key, then any column. A column is avoided if the records
 * are already in its order.
 */
export function orderColumn(survey: Survey): Column | undefined {
  const { key, records } = survey;
  const columns = sortable(survey);
  const numbersWithoutNulls = columns.filter(
    ({ kind, nulls, blanks }) => kind === 'number' && nulls === 0 && blanks === 0,
  );
  const unique = key === undefined ? [] : [key];
  const fit = [
    ...unique.filter(({ kind }) => kind === 'number'),
    ...numbersWithoutNulls,
    ...unique,
    ...columns,
  ];
  return fit.find((column) => findDisorder(records, column) !== undefined) ?? fit[0];
}

/**
 * The column whose number of values is closest to eight. It has at most 60 values, and on average
 * at least two records for each value, so that a filter can exclude whole groups.
 */
export const fewGroups = (survey: Survey, without?: string): Column | undefined =>
  [...fitColumns(survey, 'text'), ...fitColumns(survey, 'number')]
    .filter(
      ({ name, values }) =>
        name !== without && values.size * 2 <= survey.total && values.size <= 60,
    )
    .sort((a, b) => Math.abs(a.values.size - 8) - Math.abs(b.values.size - 8))[0];

/** A column with more different numbers than a page contains by default. */
export const manyGroups = ({ columns }: Survey): Column | undefined =>
  [...columns.values()].find(
    ({ kind, values }) => kind === 'number' && values.size > DEFAULT_LIMIT,
  );

/**
 * A column that is null in some records but not in all. Prefers a column with empty texts, then a
 * column with few values.
 */
export const nullColumn = ({ columns, records }: Survey): Column | undefined =>
  [...columns.values()]
    .filter(({ nulls, kind }) => nulls > 0 && nulls < records.length && kind !== 'other')
    .sort(
      (a, b) => Number(b.blanks > 0) - Number(a.blanks > 0) || a.values.size - b.values.size,
    )[0];

/**
 * Whether a column that is unique in a sample may be a key of all data. A text column must also be
 * named like a key.
 */
export const mayBeKey = (column: Column): boolean =>
  column.kind === 'number' || isNamedAsKey(column);

/** Whether the name ends with a word for keys, such as `id` or `sku`. */
export const isNamedAsKey = ({ name }: Pick<Column, 'name'>): boolean =>
  /(?:^|[^a-z])(?:id|uuid|guid|sku|ean|gtin|code|key|number)$/i.test(name) ||
  /[a-z]I[dD]$/.test(name);

/**
 * Returns `id` if its values are unique, otherwise a unique column of numbers, otherwise any unique
 * column.
 */
export function keyColumn(columns: readonly Column[], count: number): Column | undefined {
  const unique = columns.filter(({ values, kind }) => values.size === count && kind !== 'other');
  return (
    unique.find(({ name }) => name === 'id') ??
    unique.find(({ kind }) => kind === 'number') ??
    unique[0]
  );
}
