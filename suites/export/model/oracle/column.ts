/** The kinds and values of columns, learned from records. */

import { memoizedByObject } from '../../../../src/memoized.js';
import type { ProductRecord } from '../../../../src/settings/export-target.js';

export type Records = readonly ProductRecord[];

/**
 * Forms of texts that often have their own type in a database. A column of such a type may refuse
 * any other text in a filter.
 */
const TYPED_TEXTS: readonly RegExp[] = [
  // In this order: ISO 8601 dates, dates with the year last, times, UUIDs and booleans.
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}([./-])\d{1,2}\1\d{4}(?: \d{1,2}:\d{2}(?::\d{2})?)?$/,
  /^\d{1,3}:\d{2}(?::\d{2}(?:\.\d+)?)?$/,
  /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i,
  /^(?:true|false|t|f|yes|no|y|n)$/i,
  // JSON documents and PostgreSQL arrays, which a database does not compare as text.
  /^(?:\{.*\}|\[.*\])$/s,
];

const isTyped = (texts: readonly string[]): boolean =>
  texts.length > 0 && TYPED_TEXTS.some((shape) => texts.every((text) => shape.test(text)));

/** Matches names such as `created_at` or `updateTime`. */
const TIME_NAME =
  /(?:^|_)(?:at|date|time|timestamp|created|updated|modified)$|[a-z](?:At|Date|Time|Timestamp)$/;
/**
 * Seconds since 1970 from the year 1973 to 2100, and the same range in milliseconds. The latest
 * time of a column must lie in one of these ranges.
 */
const ERAS: readonly (readonly [from: number, to: number])[] = [
  [1e8, 4_102_444_800],
  [1e11, 4_102_444_800_000],
];

/**
 * Whether the numbers of a column are times since 1970, as its values and its name show. A filter
 * may then need a date instead of a number.
 */
const areTimes = (name: string, numbers: readonly number[]): boolean =>
  TIME_NAME.test(name) &&
  numbers.every(Number.isInteger) &&
  ERAS.some(
    ([from, to]) =>
      numbers.some((number) => number >= from) && numbers.every((n) => Math.abs(n) <= to),
  );

/** Whether a text begins with an ISO 8601 date. Such texts have the same order as their dates. */
export const beginsWithDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text);

/**
 * The kind of a column, determined from all its values:
 *
 * - `number`, `text`.
 * - `numeric-text`: every text is a number, so the server may compare its values as texts or as
 *   numbers.
 * - `typed`: every value is a date, time, uuid, boolean, document or decimal, which may have its own
 *   type.
 * - `other`: filters on the column cannot be tested.
 */
export type ColumnKind = 'number' | 'text' | 'numeric-text' | 'typed' | 'other';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Each distinct value except null, and the number of records that contain it. */
  readonly values: ReadonlyMap<string | number, number>;
  /**
   * The number of records in which the column is null or missing. In a column of numbers an empty
   * text also counts as null.
   */
  readonly nulls: number;
  /**
   * The number of records in which the column is an empty text. Some servers return an empty text
   * for null.
   */
  readonly blanks: number;
}

/** The value of a column in a record. Null and undefined both stand for a missing value. */
export type Value = string | number | null | undefined;

export function isNull(record: ProductRecord, { name, kind }: Column): boolean {
  const value = cellValue(record, name);
  return value === null || value === undefined || (value === '' && kind === 'number');
}

/** Returns null if the value is null, missing, or neither a text nor a number. */
export function cellValue(record: ProductRecord, column: string): Value {
  const value = Object.hasOwn(record, column) ? record[column] : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const NUMERIC = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A text is a number if it has the form in which JSON serializers write numbers: `1000` and `1e-7`,
 * but not `1e3`.
 */
const isNumeric = (text: string): boolean =>
  NUMERIC.test(text) || (/^-?\d(?:\.\d+)?e[+-]\d+$/.test(text) && String(Number(text)) === text);

/**
 * Whether texts may be numbers in another form, such as `0.999e1`, the text of a decimal in Ruby. A
 * database with a column of numbers does not compare these texts.
 */
const mayBeDecimals = (texts: readonly string[]): boolean =>
  texts.every((text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) &&
  texts.some((text) => /e/i.test(text));

/** `known` gives kinds that are already certain, such as the kinds in a fixture. */
export function learnColumns(
  records: Records,
  known: readonly Pick<Column, 'name' | 'kind'>[] = [],
): readonly Column[] {
  const kinds = new Map(known.map(({ name, kind }) => [name, kind]));
  const names = new Set<string>();
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  return [...names].map((name) => learnColumn(name, records, kinds.get(name)));
}

function learnColumn(name: string, records: Records, known: ColumnKind | undefined): Column {
  const values = new Map<string | number, number>();
  let nulls = 0;
  let others = 0;
  for (const record of records) {
    const value = Object.hasOwn(record, name) ? record[name] : null;
    if (value === null || value === undefined) nulls += 1;
    else if (typeof value === 'number' || typeof value === 'string')
      values.set(value, (values.get(value) ?? 0) + 1);
    else others += 1;
  }
  const kind = name.length > MAX_NAME_LENGTH ? 'other' : (known ?? kindOf(name, values, others));
  const blanks = values.get('') ?? 0;
  if (kind !== 'number') return { name, kind, values, nulls, blanks };
  values.delete('');
  return { name, kind, values, nulls: nulls + blanks, blanks };
}

/** Columns with longer names are not used, so that filters fit into a URL. */
const MAX_NAME_LENGTH = 200;

/** `others` is the number of values that are neither texts nor numbers. */
function kindOf(name: string, values: Column['values'], others: number): ColumnKind {
  const numbers = [...values.keys()].filter((value) => typeof value === 'number');
  const texts = [...values.keys()]
    .filter((value) => typeof value === 'string')
    .filter((text) => text !== '');
  if (
    others > 0 ||
    numbers.some((number) => Number.isInteger(number) && !Number.isSafeInteger(number))
  )
    return 'other';
  const isNumber = texts.length > 0 && texts.every(isNumeric);
  // The document defines `id` and `price` as numbers, even if they are served as text (EXP-LIST-4).
  if (isNumber && (name === 'id' || name === 'price')) return 'number';
  if (numbers.length > 0 && texts.length > 0) return 'other';
  if (numbers.length > 0)
    return mayBeBoolean(values) || areTimes(name, numbers) ? 'typed' : 'number';
  if (isNumber) return 'numeric-text';
  return isTyped(texts) || mayBeDecimals(texts) ? 'typed' : 'text';
}

/**
 * Whether a column contains 0, 1 and no other value, in at least five records. The column may then
 * be a boolean, which refuses other numbers.
 */
const mayBeBoolean = (values: Column['values']): boolean =>
  values.size === 2 &&
  [...values.keys()].every((value) => value === 0 || value === 1) &&
  countRecords(values) > 4;

const countRecords = (values: Column['values']): number =>
  [...values.values()].reduce((sum, count) => sum + count, 0);

/** A column outside of these limits is not an enumeration. */
const ENUMERATION = { maxValues: 64, minRecordsPerValue: 3 } as const;

/**
 * Whether the type of a column may be an enumeration. An enumeration has few values, refuses other
 * values, and has its own order.
 */
export const mayBeEnumeration = ({ kind, values }: Column): boolean =>
  kind === 'text' &&
  values.size <= ENUMERATION.maxValues &&
  countRecords(values) >= values.size * ENUMERATION.minRecordsPerValue;

/** The distinct numbers of a column, in ascending order. */
export const sortedNumbers = memoizedByObject(({ values }: Column): readonly number[] =>
  [...values.keys()]
    .filter((value) => value !== '')
    .map(Number)
    .sort((a, b) => a - b),
);

/**
 * Questions are chosen from at most this number of texts. A server that ignores `limit` may return
 * a hundred thousand.
 */
const MOST_TEXTS = 5000;

/** The first distinct texts of a column, without the empty text. */
export const textsOf = memoizedByObject(({ values }: Column): readonly string[] =>
  [...values.keys()]
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .slice(0, MOST_TEXTS),
);

/** Whether every text of a column begins with an ISO 8601 date. */
export const hasOnlyDates = memoizedByObject(
  (column: Column): boolean =>
    column.kind === 'typed' && textsOf(column).length > 0 && textsOf(column).every(beginsWithDate),
);
