import type { ParsedQs } from 'qs';
import type { Admitted } from './admitted.js';
import {
  columnOf,
  conditionOfGroups,
  conditions as conditionsFor,
  type Database,
  quoted,
} from './conditions.js';
import { Refused } from './refused.js';

/**
 * The products that a query asks for, and what `meta` says of them; the database does all of the
 * work.
 */
export async function selectProducts(
  database: Database,
  { table, filtered }: Admitted,
  requested: ParsedQs,
) {
  const { fault = {} } = database;
  const query = fault.query?.(requested) ?? requested;
  const parameters: unknown[] = [];
  const conditions: string[] = [];
  if (filtered !== undefined)
    conditions.push(
      ...conditionsFor(
        database,
        { column: filtered.column, operator: 'IN', value: filtered.value.split(',') },
        parameters,
      ),
    );
  else if (query.filters !== undefined)
    conditions.push(conditionOfGroups(database, query, parameters));
  const limit = wholeNumber(query.limit, 'limit', 100, 1);
  const offset = wholeNumber(query.offset, 'offset', 0, 0);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const group = query.groupBy === undefined ? undefined : columnOf(database, query.groupBy);
  const order = query.orderBy === undefined ? group : columnOf(database, query.orderBy);
  const chosen = group ?? database.names.map(quoted).join(', ');
  const rowsOf = (from: string): string =>
    `SELECT ${chosen} FROM ${from}${where}${group === undefined ? '' : ` GROUP BY ${group}`}`;
  const [counted] = await database.engine.query(
    `SELECT count(*) AS total FROM (${rowsOf(fault.joined === 'count' ? twice(table) : table)}) AS rows_of_it`,
    parameters,
  );
  const data = await database.engine.query(
    `${rowsOf(fault.joined === 'rows' ? twice(table) : table)} ORDER BY ${order === undefined ? '' : `${order}, `}${group ?? 'place'} LIMIT ${limit} OFFSET ${offset}`,
    parameters,
  );
  const stated = wholeNumber(requested.limit, 'limit', 100, 1);
  const rows = fault.joined === undefined ? data : distinct(data);
  return { data: rows, meta: { total: Number(counted?.total), limit: stated, offset } };
}

/** The products of a table in a join in which every third product has two rows. */
const twice = (table: string): string =>
  `${table} JOIN (SELECT 1 AS row_of_it UNION SELECT 2) AS joined ON row_of_it = 1 OR place % 3 = 0`;

const distinct = (rows: readonly Record<string, unknown>[]) => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

function wholeNumber(value: unknown, name: string, otherwise: number, least: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new Refused(400, `Invalid ${name}`);
  return Number(value);
}
