/** Selects the rows that satisfy the filters of a request. */

import type { Column } from '../table/column.js';
import type { Rows, Table } from '../table/table.js';
import type { Filters, Group, Mode } from './filters.js';
import type { OperatorTable, Predicate } from './operators.js';

/** Combines predicates into one. The list of predicates is never empty. */
export type Combine = Readonly<Record<Mode, (predicates: readonly Predicate[]) => Predicate>>;

export const combine: Combine = { AND: all, OR: any };

function all(predicates: readonly Predicate[]): Predicate {
  return predicates.reduce((left, right) => (row) => left(row) && right(row));
}

function any(predicates: readonly Predicate[]): Predicate {
  return predicates.reduce((left, right) => (row) => left(row) || right(row));
}

/**
 * Makes one predicate from the filters. Empty groups are ignored. Without a group the result is
 * undefined, and every row is kept.
 */
export function compile(
  table: Table,
  filters: Filters,
  operators: OperatorTable,
  combined: Combine,
): Predicate | undefined {
  const ofGroup = ({ criteria, mode }: Group): Predicate =>
    combined[mode](
      criteria.map(({ column, operator, values }) =>
        operators[operator](columnOf(table, column), values),
      ),
    );
  const groups = filters.groups.filter(({ criteria }) => criteria.length > 0).map(ofGroup);
  return groups.length === 0 ? undefined : combined[filters.mode](groups);
}

/**
 * Returns a column whose name was checked when the query was read. Throws a `RangeError` if the
 * column does not exist, which would be an error of this server.
 */
export function columnOf(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column === undefined)
    throw new RangeError(`no column ${name}, although columns are checked when the query is read`);
  return column;
}

/** Returns the kept rows in the order of the data. */
export function scan(table: Table, keep: Predicate | undefined): Rows {
  if (keep === undefined) return table.rows;
  const kept = new Int32Array(table.size);
  let count = 0;
  for (let row = 0; row < table.size; row += 1) if (keep(row)) kept[count++] = row;
  return kept.subarray(0, count);
}
