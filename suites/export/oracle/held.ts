import type { ProductRecord } from '../../../src/settings/target.js';
import type { Column, Value } from './column.js';

/** Whether a record is null in a column: empty text is no number, but a null served so. */
export function isNull(record: ProductRecord, { name, kind }: Column): boolean {
  const held = cellValue(record, name);
  return held === null || held === undefined || (held === '' && kind === 'number');
}

/** A record's value for a column; null where it is null, missing, or nothing that a filter compares. */
export function cellValue(record: ProductRecord, column: string): Value {
  const value = Object.hasOwn(record, column) ? record[column] : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
