import type { ProductRecord } from '../../../../src/settings/export-target.js';

export type Records = readonly ProductRecord[];

/**
 * Values of a type other than text that are served as text: what is none of them a filter may
 * refuse.
 */
const SHAPES: readonly RegExp[] = [
  // Dates, with or without a time, as ISO 8601 or with the year last.
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}([./-])\d{1,2}\1\d{4}(?: \d{1,2}:\d{2}(?::\d{2})?)?$/,
  /^\d{1,3}:\d{2}(?::\d{2}(?:\.\d+)?)?$/,
  /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i,
  /^(?:true|false|t|f|yes|no|y|n)$/i,
  // JSON, and arrays of PostgreSQL: a database compares documents, or none at all with text.
  /^(?:\{.*\}|\[.*\])$/s,
];

const isTyped = (texts: readonly string[]): boolean =>
  texts.length > 0 && SHAPES.some((shape) => texts.every((text) => shape.test(text)));

const NAMES_A_TIME =
  /(?:^|_)(?:at|date|time|timestamp|created|updated|modified)$|[a-z](?:At|Date|Time|Timestamp)$/;
/**
 * The years 1973 and 2100 in seconds and in milliseconds since 1970: the latest time lies between
 * them.
 */
const ERAS: readonly (readonly [from: number, to: number])[] = [
  [1e8, 4_102_444_800],
  [1e11, 4_102_444_800_000],
];

/**
 * Whether numbers are times since 1970 by the column's name: a time may be served so and asked for
 * as a date.
 */
const areTimes = (name: string, numbers: readonly number[]): boolean =>
  NAMES_A_TIME.test(name) &&
  numbers.every(Number.isInteger) &&
  ERAS.some(
    ([from, to]) =>
      numbers.some((number) => number >= from) && numbers.every((n) => Math.abs(n) <= to),
  );

/**
 * A date of ISO 8601, whose days stand in the same order as text and as dates; of times the zone
 * may be another.
 */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(text);

/**
 * What a column holds, judged by every value seen: numbers; text; text that reads as numbers
 * throughout, of which nobody outside can tell whether the target compares it as text; what reads
 * as dates, times, uuids, truth values or documents throughout, which may have a type of its own;
 * or what no filter can be judged on.
 */
type ColumnKind = 'number' | 'text' | 'numeric-text' | 'typed' | 'other';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Distinct values that are not null, with the number of records that hold each. */
  readonly values: ReadonlyMap<string | number, number>;
  /**
   * Records in which it is null or missing; in a column of numbers empty text is a null served so.
   */
  readonly nulls: number;
  /** Records in which it is empty text, which may be a null served so (see `emptyMayBeNull`). */
  readonly blanks: number;
}

/** A column's value for judging: null where it is null or missing. */
export type Value = string | number | null | undefined;

/** Whether a record is null in a column: empty text is no number, but a null served so. */
export function isNull(record: ProductRecord, { name, kind }: Column): boolean {
  const held = cellValue(record, name);
  return held === null || held === undefined || (held === '' && kind === 'number');
}

/**
 * A record's value for a column; null where it is null, missing, or nothing that a filter compares.
 */
export function cellValue(record: ProductRecord, column: string): Value {
  const value = Object.hasOwn(record, column) ? record[column] : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const NUMERIC = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A number in digits, or with an exponent where JSON writes it so: `1e-7`, not `1e3`. */
const isNumeric = (text: string): boolean =>
  NUMERIC.test(text) || (/^-?\d(?:\.\d+)?e[+-]\d+$/.test(text) && String(Number(text)) === text);

/**
 * Learns the columns from records. Kinds that are known otherwise, as from a fixture, are taken as
 * they stand.
 */
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
  const kind = name.length > LONGEST_NAME ? 'other' : (known ?? kindOf(name, values, others));
  const blanks = values.get('') ?? 0;
  if (kind !== 'number') return { name, kind, values, nulls, blanks };
  values.delete('');
  return { name, kind, values, nulls: nulls + blanks, blanks };
}

/**
 * Characters of a name that fits a line of a request: a column with a longer one is not asked for.
 */
const LONGEST_NAME = 200;

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
  // The document gives `id` and `price` as numbers: served as text they are numbers all the same
  // (EXP-LIST-4).
  if (isNumber && (name === 'id' || name === 'price')) return 'number';
  if (numbers.length > 0 && texts.length > 0) return 'other';
  if (numbers.length > 0)
    return mayBeBoolean(values) || areTimes(name, numbers) ? 'typed' : 'number';
  if (isNumber) return 'numeric-text';
  return isTyped(texts) ? 'typed' : 'text';
}

/**
 * Nothing but 0 and 1 in several records: a boolean may be served so, and refuses other numbers.
 */
const mayBeBoolean = (values: Column['values']): boolean =>
  values.size === 2 &&
  [...values.keys()].every((value) => value === 0 || value === 1) &&
  recordsWith(values) > 4;

const recordsWith = (values: Column['values']): number =>
  [...values.values()].reduce((sum, count) => sum + count, 0);

/**
 * The most values of a column that may be an enumeration, and the fewest records that each is on,
 * on average.
 */
const ENUMERATION = { values: 64, records: 3 } as const;

/**
 * Text of so few values that it may be an enumeration, which refuses other values and has an order
 * of its own.
 */
export const mayBeEnumeration = ({ kind, values }: Column): boolean =>
  kind === 'text' &&
  values.size <= ENUMERATION.values &&
  recordsWith(values) >= values.size * ENUMERATION.records;

/** Distinct values in ascending order, as numbers where they are numbers. */
export const sortedNumbers = ({ values }: Column): readonly number[] =>
  [...values.keys()]
    .filter((value) => value !== '')
    .map(Number)
    .sort((a, b) => a - b);

export const textsOf = ({ values }: Column): readonly string[] =>
  [...values.keys()].filter((value): value is string => typeof value === 'string' && value !== '');

export const holdsDays = (column: Column): boolean =>
  column.kind === 'typed' && textsOf(column).length > 0 && textsOf(column).every(isDay);
