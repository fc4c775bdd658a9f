import type { ProductRecord } from '../../../src/target/index.js';
import type { Criterion, Filter } from '../request/filter.js';
import type { Column, Value } from './column.js';
import { evaluate, type Semantics } from './criterion.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

export type Columns = ReadonlyMap<string, Column>;

/** Whether a record is in the result of a filter, out of it, or may be either. */
export const member = (filter: Filter, record: ProductRecord, columns: Columns, semantics: Semantics): Membership =>
  membership(filterTruth(filter, record, columns, semantics));

/** Groups are combined by the top-level mode and criteria by the mode of their group; both are AND by default. */
export const combine = ({ mode, groups }: Filter, truthOf: (criterion: Criterion) => Truth): Truth =>
  fold(
    mode,
    groups.map((group) => fold(group.mode, group.criteria.map(truthOf))),
  );

export const filterTruth = (filter: Filter, record: ProductRecord, columns: Columns, semantics: Semantics): Truth =>
  combine(filter, (criterion) => {
    const column = columns.get(criterion.column);
    return column === undefined ? OPEN : evaluate(criterion, heldBy(record, criterion.column), column, semantics);
  });

const fold = (mode: Filter['mode'], truths: readonly Truth[]): Truth =>
  mode === 'OR' ? truths.reduce(or, FALSE) : truths.reduce(and, TRUE);

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
