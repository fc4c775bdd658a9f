import type { ParsedQs } from 'qs';
import type { Admitted } from './admitted.js';
import { columnOf, condition, conditionOfGroups, type Database, quoted } from './conditions.js';
import { Refused } from './refused.js';

/**
 * The products that a query asks for, and what `meta` says of them; the database does all of the
 * work.
 */
export async function selectProducts(
  database: Database,
  { table, filtered }: Admitted,
  query: ParsedQs,
) {
  const parameters: unknown[] = [];
  const conditions: string[] = [];
  if (filtered !== undefined)
    conditions.push(
      condition(
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
  const rows = `SELECT ${chosen} FROM ${table}${where}${group === undefined ? '' : ` GROUP BY ${group}`}`;
  const [counted] = await database.engine.query(
    `SELECT count(*) AS total FROM (${rows}) AS rows_of_it`,
    parameters,
  );
  const data = await database.engine.query(
    `${rows} ORDER BY ${order === undefined ? '' : `${order}, `}${group ?? 'place'} LIMIT ${limit} OFFSET ${offset}`,
    parameters,
  );
  return { data, meta: { total: Number(counted?.total), limit, offset } };
}

function wholeNumber(value: unknown, name: string, otherwise: number, least: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new Refused(400, `Invalid ${name}`);
  return Number(value);
}
