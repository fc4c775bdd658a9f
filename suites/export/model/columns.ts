import { skip } from '../../../src/harness/suite.js';
import type { Survey } from './data.js';
import { type Column, mayBeEnumeration } from './oracle/column.js';
import { findDisorder } from './oracle/order.js';

/**
 * Columns that a filter can be judged on; those with nulls first, then those of few values, for
 * they witness most.
 */
export const columnsOf = (survey: Survey, kind: 'text' | 'number'): readonly Column[] =>
  fitColumns(survey, kind).slice(0, 5);

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
 * Columns of a kind that hold several values; of texts those that refuse no value, where there are
 * any.
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
 * Columns that an order can be seen on: several values, numbers and text, nulls and ties welcome.
 */
export function sortable(survey: Survey): readonly Column[] {
  const [numbers, texts] = [columnsOf(survey, 'number'), columnsOf(survey, 'text')];
  const most = (columns: readonly Column[]): readonly Column[] =>
    [...columns].sort((a, b) => b.values.size - a.values.size);
  const unkeyed = most(numbers.filter(({ name }) => name !== survey.key?.name));
  return [
    ...unkeyed.slice(0, 1),
    ...most(texts).slice(0, 1),
    ...most(numbers).slice(0, 1),
    ...unkeyed.slice(1),
    ...most(texts).slice(1),
  ];
}

/**
 * A column to order by: one of which every target makes the same order, else numbers that are never
 * null, else texts that are unique, else any. One in whose order the records come anyway shows
 * nothing while there is another.
 */
export function orderColumn(survey: Survey): Column {
  const { key, records } = survey;
  const columns = sortable(survey);
  const wholly = columns.filter(
    ({ kind, nulls, blanks }) => kind === 'number' && nulls === 0 && blanks === 0,
  );
  const unique = key === undefined ? [] : [key];
  const fit = [...unique.filter(({ kind }) => kind === 'number'), ...wholly, ...unique, ...columns];
  return (
    fit.find((column) => findDisorder(records, column) !== undefined) ??
    fit[0] ??
    skip('data', 'needs a column of numbers or text with two different values, to order by')
  );
}

/**
 * A column of few values, each on several records: what grouping does to a selection shows on it.
 */
export const fewGroups = (survey: Survey, besides?: string): Column | undefined =>
  [...fitColumns(survey, 'text'), ...fitColumns(survey, 'number')]
    .filter(
      ({ name, values }) =>
        name !== besides && values.size * 2 <= survey.total && values.size <= 60,
    )
    .sort((a, b) => Math.abs(a.values.size - 8) - Math.abs(b.values.size - 8))[0];

/** A column of more numbers than a page holds by default. */
export const manyGroups = ({ columns }: Survey): Column | undefined =>
  [...columns.values()].find(({ kind, values }) => kind === 'number' && values.size > 100);

/** The column with nulls that shows most: of few values, nulls neither rare nor all. */
export const nullColumn = ({ columns, records }: Survey): Column | undefined =>
  [...columns.values()]
    .filter(({ nulls, kind }) => nulls > 0 && nulls < records.length && kind !== 'other')
    .sort(
      (a, b) => Number(b.blanks > 0) - Number(a.blanks > 0) || a.values.size - b.values.size,
    )[0];

/**
 * A text that tells a sample apart may not tell the whole apart, unless it is called as keys are.
 */
export const mayBeKey = (column: Column): boolean =>
  column.kind === 'number' || isNamedAsKey(column);

export const isNamedAsKey = ({ name }: Column): boolean =>
  /(?:^|[^a-z])(?:id|uuid|guid|sku|ean|gtin|code|key|number)$/i.test(name) ||
  /[a-z]I[dD]$/.test(name);

/** `id` where it is one, else the first column in which every record differs from every other. */
export function keyColumn(columns: readonly Column[], count: number): Column | undefined {
  const unique = columns.filter(({ values, kind }) => values.size === count && kind !== 'other');
  return (
    unique.find(({ name }) => name === 'id') ??
    unique.find(({ kind }) => kind === 'number') ??
    unique[0]
  );
}
