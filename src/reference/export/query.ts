/** Reads the query of a products request. */

import type { Dialect } from '../dialect.js';
import { EXPORT_DEFAULT_LIMIT } from '../document.js';
import type { Table } from '../table/table.js';
import { BadQuery } from './bad-query.js';
import { Branch, parseBrackets, UnreadableQuery } from './brackets.js';
import { type Filters, MODES, type Mode } from './filters.js';
import { readGroups } from './read-filters.js';
import type { ProductRoute } from './routes.js';

export interface Query {
  readonly limit: number;
  readonly offset: number;
  readonly orderBy: { readonly column: string; readonly descending: boolean } | undefined;
  readonly groupBy: string | undefined;
  readonly filters: Filters;
}

/** The values that are used for parameters that a request does not contain. */
export interface QueryRules {
  readonly defaultLimit: number;
  /** The mode between groups of criteria. */
  readonly defaultMode: Mode;
  /** The mode within a group. */
  readonly defaultGroupMode: Mode;
}

export const queryRules = (): QueryRules => ({
  defaultLimit: EXPORT_DEFAULT_LIMIT,
  defaultMode: 'AND',
  defaultGroupMode: 'AND',
});

/** Reads the parameters of a request. On the legacy filtered route the filter is in the path. */
export function readQuery(
  { search, route }: { readonly search: string; readonly route: ProductRoute },
  table: Table,
  dialect: Dialect,
  rules: QueryRules,
): Query {
  const parameters = parse(search);
  return {
    limit: readLimit(scalar(parameters, 'limit'), dialect, rules),
    offset: integer('offset', scalar(parameters, 'offset') ?? '0', 0),
    orderBy: readOrder(scalar(parameters, 'orderBy'), table, dialect),
    groupBy: existingColumn(scalar(parameters, 'groupBy'), table, 'groupBy'),
    filters:
      route.kind === 'legacy-filtered'
        ? pathFilter(route.column, route.values, table)
        : readFilters(parameters, table, dialect, rules),
  };
}

/**
 * The filter in the path works like IN. The specification does not list `filters` and `mode` for
 * this route, so the server ignores them.
 */
function pathFilter(column: string, values: readonly string[], table: Table): Filters {
  if (!table.columns.has(column)) throw new BadQuery('the column in the path does not exist');
  return { mode: 'AND', groups: [{ mode: 'AND', criteria: [{ column, operator: 'IN', values }] }] };
}

function parse(search: string): Branch {
  try {
    return parseBrackets(search);
  } catch (fault) {
    if (fault instanceof UnreadableQuery) throw new BadQuery(fault.message);
    throw fault;
  }
}

function scalar(parameters: Branch, name: string): string | undefined {
  const value = parameters.entries.get(name);
  if (value instanceof Branch) throw new BadQuery(`${name} takes a single value`);
  return value;
}

function integer(name: string, text: string, least: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least)
    throw new BadQuery(`${name} must be an integer of at least ${least}`);
  return value;
}

function readLimit(text: string | undefined, dialect: Dialect, rules: QueryRules): number {
  if (text === undefined) return Math.min(rules.defaultLimit, dialect.maxLimit);
  const limit = integer('limit', text, 1);
  if (limit > dialect.maxLimit && dialect.overLimit === 'refuse') {
    throw new BadQuery(`limit must be at most ${dialect.maxLimit}`);
  }
  return Math.min(limit, dialect.maxLimit);
}

function readOrder(text: string | undefined, table: Table, dialect: Dialect): Query['orderBy'] {
  if (text === undefined || text === '') return undefined;
  // A column name may end in ` DESC`, so the whole value is first compared with the column names.
  if (table.columns.has(text)) return { column: text, descending: false };
  for (const form of dialect.orderDirections) {
    const found = (form === '-column' ? /^(-)(.+)$/su : /^(.+?)\s+(ASC|DESC)\s*$/isu).exec(text);
    const column = form === '-column' ? found?.[2] : found?.[1];
    const descending = form === '-column' || found?.[2]?.toUpperCase() === 'DESC';
    if (column !== undefined && table.columns.has(column)) return { column, descending };
  }
  throw new BadQuery('the column in orderBy does not exist');
}

function existingColumn(
  column: string | undefined,
  table: Table,
  parameter: string,
): string | undefined {
  if (column === undefined || column === '') return undefined;
  if (!table.columns.has(column)) throw new BadQuery(`the column in ${parameter} does not exist`);
  return column;
}

function readFilters(
  parameters: Branch,
  table: Table,
  dialect: Dialect,
  rules: QueryRules,
): Filters {
  const mode = readMode(scalar(parameters, 'mode'), rules.defaultMode);
  const filters = parameters.entries.get('filters');
  if (filters === undefined || filters === '') return { mode, groups: [] };
  if (typeof filters === 'string') throw new BadQuery('filters must be a list of groups');
  const context = {
    table,
    dialect,
    groupMode: (text: string | undefined) => readMode(text, rules.defaultGroupMode),
  };
  return { mode, groups: readGroups(filters, context) };
}

function readMode(text: string | undefined, fallback: Mode): Mode {
  if (text === undefined || text === '') return fallback;
  const mode = MODES.find((known) => known === text.toUpperCase());
  if (mode === undefined) throw new BadQuery('mode must be AND or OR');
  return mode;
}
