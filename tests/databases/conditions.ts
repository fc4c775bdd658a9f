import type { ParsedQs } from 'qs';
import type { Engine } from './engine.js';
import type { Fault } from './faults.js';
import { Refused } from './refused.js';

export interface Criterion {
  readonly column?: string;
  readonly operator?: string;
  readonly value?: unknown;
}
export interface Group {
  readonly mode?: string;
  readonly criteria?: Readonly<Record<string, Criterion>>;
}

/** A database, and the columns that its tables of products have. */
export interface Database {
  readonly engine: Engine;
  readonly names: readonly string[];
  readonly fault?: Fault;
}

export const quoted = (name: string): string => `"${name}"`;

/** A column by its name, as SQL has it. */
export function columnOf({ names }: Database, name: unknown): string {
  if (typeof name !== 'string' || !names.includes(name)) throw new Refused(400, 'Unknown column');
  return quoted(name);
}

/**
 * The condition of one criterion, or none where a fault drops it; its values are pushed to the
 * parameters.
 */
export function conditions(
  database: Database,
  requested: Criterion,
  parameters: unknown[],
): readonly string[] {
  const { criterion, condition: changed } = database.fault ?? {};
  const used = criterion === undefined ? requested : criterion(requested);
  if (used === undefined) return [];
  const sql = condition(database, used, parameters);
  return [changed?.(sql, used) ?? sql];
}

function condition(
  database: Database,
  { column: name, operator = '', value }: Criterion,
  parameters: unknown[],
): string {
  const column = columnOf(database, name);
  const bound = (one: unknown): string => {
    if (typeof one !== 'string') throw new Refused(400, 'A value is a scalar');
    return `$${parameters.push(one)}`;
  };
  const values = typeof value === 'object' && value !== null ? Object.values(value) : undefined;
  switch (operator) {
    case '=':
    case '!=':
    case '>':
    case '<':
    case '>=':
    case '<=':
      return `${column} ${operator} ${bound(value)}`;
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
    case 'NOT ILIKE':
      return database.engine.like(operator, column, bound(value));
    case 'IN':
    case 'NOT IN':
      if (values === undefined || values.length === 0)
        throw new Refused(400, `${operator} takes an array`);
      return `${column} ${operator} (${values.map(bound).join(', ')})`;
    case 'BETWEEN':
    case 'NOT BETWEEN':
      if (values?.length !== 2) throw new Refused(400, `${operator} takes two values`);
      return `${column} ${operator} ${bound(values[0])} AND ${bound(values[1])}`;
    case 'IS':
    case 'IS NOT':
      if (!/^(null)?$/i.test(String(value))) throw new Refused(400, `${operator} takes null`);
      return `${column} ${operator} NULL`;
    default:
      throw new Refused(400, 'Unknown operator');
  }
}

/** The condition of all groups of `filters`; its values are pushed to the parameters. */
export function conditionOfGroups(
  database: Database,
  { filters, mode }: ParsedQs,
  parameters: unknown[],
): string {
  if (typeof filters !== 'object') throw new Refused(400, 'Invalid filters');
  const groups = Object.values(filters as unknown as Readonly<Record<string, Group>>);
  const parts = groups.map((group) =>
    joined(
      group.mode,
      Object.values((database.fault?.group?.(group) ?? group).criteria ?? {}),
      (one) => conditions(database, one, parameters),
    ),
  );
  return joined(mode, parts, (part) => [part]);
}

function joined<T>(mode: unknown, all: readonly T[], sqlOf: (one: T) => readonly string[]): string {
  if (all.length === 0) throw new Refused(400, 'A group without criteria');
  if (mode !== undefined && mode !== 'AND' && mode !== 'OR') throw new Refused(400, 'Unknown mode');
  const parts = all.flatMap(sqlOf);
  if (parts.length === 0) return '1 = 1';
  return `(${parts.join(mode === 'OR' ? ' OR ' : ' AND ')})`;
}
