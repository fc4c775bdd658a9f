import type { ProductRecord } from '../../../src/target/index.js';
import type { Column, Value } from './column.js';

/** Whether a record is null in a column: empty text is no number, but a null served so. */
export function isNull(record: ProductRecord, { name, kind }: Column): boolean {
  const held = heldBy(record, name);
  return held === null || held === undefined || (held === '' && kind === 'number');
}

/** A record's value for a column; null where it is null, missing, or nothing that a filter compares. */
export function heldBy(record: ProductRecord, column: string): Value {
  const value = Object.hasOwn(record, column) ? record[column] : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** Null, missing, empty or blank: such groups are open, one for all of them or several (EXP-GROUP-2). */
export const isUnnamed = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Groups that such values may make: each text its own, and one of nulls, which may be served as empty text. */
export function unnamedGroups(values: Iterable<unknown>): number {
  const texts = new Set<unknown>();
  let nulls = 0;
  for (const value of values) {
    if (!isUnnamed(value)) continue;
    if (typeof value === 'string') texts.add(value);
    if (value === '' || typeof value !== 'string') nulls = 1;
  }
  return texts.size + nulls;
}
