import type { ParsedQs } from 'qs';
import type { Engine } from './engine.js';
import { Refused } from './refused.js';

interface Criterion {
  readonly column?: string;
  readonly operator?: string;
  readonly value?: unknown;
}
interface Group {
  readonly mode?: string;
  readonly criteria?: Readonly<Record<string, Criterion>>;
}

/** A database, and the columns that its tables of products have. */
export interface Database {
  readonly engine: Engine;
  readonly names: readonly string[];
}

export const quoted = (name: string): string => `"${name}"`;

/** A column by its name, as SQL has it. */
export function columnOf({ names }: Database, name: unknown): string {
  if (typeof name !== 'string' || !names.includes(name)) throw new Refused(400, 'Unknown column');
  return quoted(name);
}

/** The condition of one criterion; its values are pushed to the parameters. */
export function condition(
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
      Object.values(group.criteria ?? {}).map((one) => condition(database, one, parameters)),
    ),
  );
  return joined(mode, parts);
}

function joined(mode: unknown, parts: readonly string[]): string {
  if (parts.length === 0) throw new Refused(400, 'A group without criteria');
  if (mode !== undefined && mode !== 'AND' && mode !== 'OR') throw new Refused(400, 'Unknown mode');
  return `(${parts.join(mode === 'OR' ? ' OR ' : ' AND ')})`;
}
