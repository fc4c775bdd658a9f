/** Compares records by their values, and finds columns with values that change during a run. */

import { memoizedByObject } from '../../../src/memoized.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Records } from './oracle/column.js';

/**
 * The names of columns whose values change during a run, such as a stock. These columns are found
 * when the data is read, and again at the end of the run. They are not compared, and no filter or
 * order uses them. Each target has one set, to which columns are added.
 */
export const changingColumns = memoizedByObject((_target: object) => new Set<string>());
export type Changing = ReadonlySet<string>;

/**
 * Returns a text that is the same for equal records. It ignores the order of members and the
 * changing columns, and treats null, missing and empty values as the same.
 */
export function identity(record: ProductRecord, changing: Changing): string {
  const known = identities.get(record);
  // Columns are only added to the changing columns, so their number shows whether any was.
  if (known?.changingCount === changing.size) return known.identity;
  const names = Object.keys(record).filter(
    (name) => !changing.has(name) && normalized(record[name]) !== null,
  );
  const text = JSON.stringify(names.sort().map((name) => [name, normalized(record[name])]));
  identities.set(record, { identity: text, changingCount: changing.size });
  return text;
}

const identities = new WeakMap<
  ProductRecord,
  { readonly identity: string; readonly changingCount: number }
>();

/** Has the same result as a comparison of identities, but is faster. */
export function sameRecord(a: ProductRecord, b: ProductRecord, changing: Changing): boolean {
  if (a === b) return true;
  const valueIn = (record: ProductRecord, name: string): unknown =>
    Object.hasOwn(record, name) ? record[name] : null;
  const isSame = (name: string): boolean =>
    changing.has(name) || sameValue(valueIn(a, name), valueIn(b, name));
  return Object.keys(a).every(isSame) && Object.keys(b).every(isSame);
}

/** Whether two values count as equal, as in `identity`. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || normalized(a) === normalized(b);

/**
 * If more columns than this differ between two readings of the records, or more than half of the
 * columns, the second reading is assumed to contain different records.
 */
const MAX_CHANGED_COLUMNS = 4;

/**
 * Returns the columns that changed between two readings of the same records. Returns no column if
 * the first reading repeats a key, or if the readings seem to contain different records.
 */
export function changedColumns(
  before: Records,
  after: Records,
  key: string,
  changing: Changing,
): readonly string[] {
  const known = new Map(before.map((record) => [record[key], record]));
  if (known.size < before.length) return [];
  const changed = new Set<string>();
  let columns = 0;
  for (const record of after) {
    const old = known.get(record[key]);
    if (old === undefined) continue;
    const names = new Set([...Object.keys(old), ...Object.keys(record)]);
    columns = Math.max(columns, names.size);
    for (const name of names)
      if (!changing.has(name) && !sameValue(old[name], record[name])) changed.add(name);
  }
  return changed.size > MAX_CHANGED_COLUMNS || changed.size > columns / 2 ? [] : [...changed];
}

/** Returns the same result for values that count as equal, and null for empty or missing values. */
function normalized(value: unknown): unknown {
  if (value === '' || value === undefined || value === null) return null;
  return typeof value === 'object' ? canonical(value) : asNumber(value);
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  Number(a > b) - Number(a < b);

/** Returns JSON with sorted members, because a database may reorder them (jsonb). */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(byName))
      : member,
  );

/** Converts a number in a text to a number, because some servers return numbers as text. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' &&
  /^-?\d+(\.\d+)?$/.test(value) &&
  Number.isSafeInteger(Math.trunc(Number(value))) &&
  !/^-?0\d/.test(value)
    ? Number(value)
    : value;
