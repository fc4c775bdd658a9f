/** Functions with which defects change the export API. */

import type { Change } from '../../behaviour.js';
import type { Ask, ExportBehaviour } from '../../export/behaviour.js';
import type { Criterion, Filters, Operator } from '../../export/filters.js';
import type { OperatorTable, Predicate, Rule } from '../../export/operators.js';
import type { Problem, Problems } from '../../export/problems.js';
import type { Query } from '../../export/query.js';
import type { ProductRoute } from '../../export/routes.js';
import type { Column, ProductRecord } from '../../table/column.js';
import { isNull } from '../../table/column.js';
import { compileLike, type Match } from '../../table/like.js';
import { type Table, tableOf } from '../../table/table.js';
import { inExport } from '../change.js';

type Kind = ProductRoute['kind'];

export const LIKES = ['LIKE', 'NOT LIKE'] as const;
export const ILIKES = ['ILIKE', 'NOT ILIKE'] as const;

export const isOn = ({ route }: Ask, ...kinds: readonly Kind[]): boolean =>
  kinds.includes(route.kind);

/**
 * Whether the query string has filters. The filter in the path of the legacy filtered route does
 * not count.
 */
export const isFiltered = ({ filters }: Query, ask: Ask): boolean =>
  filters.groups.length > 0 && !isOn(ask, 'legacy-filtered');

/** For each request, edits the filters and the functions that select records. */
const changeSelection = (
  edit: (
    filters: Filters,
    self: ExportBehaviour,
    ask: Ask,
    table: Table,
  ) => readonly [Filters, ExportBehaviour],
): Change =>
  inExport(({ select }) => ({
    select: (table, filters, ask, self) => {
      const [editedFilters, editedSelf] = edit(filters, self, ask, table);
      return select(table, editedFilters, ask, editedSelf);
    },
  }));

/**
 * Edits the filters of the query string, and not the filter in the path of the legacy filtered
 * route.
 */
export const filters = (edit: (filters: Filters, table: Table, ask: Ask) => Filters): Change =>
  changeSelection((given, self, ask, table) => [
    isOn(ask, 'legacy-filtered') ? given : edit(given, table, ask),
    self,
  ]);

/** Edits each criterion of the query string. */
export const criteria = (edit: (criterion: Criterion, table: Table) => Criterion): Change =>
  filters(({ mode, groups }, table) => ({
    mode,
    groups: groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion) => edit(criterion, table)),
    })),
  }));

export const pathCriterion = (edit: (criterion: Criterion) => Criterion): Change =>
  changeSelection((given, self, ask) => [
    isOn(ask, 'legacy-filtered')
      ? {
          ...given,
          groups: given.groups.map((group) => ({ ...group, criteria: group.criteria.map(edit) })),
        }
      : given,
    self,
  ]);

/**
 * Drops the filter in the path of the legacy filtered route if `keeps` is false for its criterion.
 */
export const dropPathFilterUnless = (keeps: (criterion: Criterion) => boolean): Change =>
  changeSelection((given, self, ask) => [
    isOn(ask, 'legacy-filtered') && !given.groups.every(({ criteria }) => criteria.every(keeps))
      ? { ...given, groups: [] }
      : given,
    self,
  ]);

/**
 * Replaces operators in filters of the query string. The operator of the legacy filtered path stays
 * unchanged.
 */
export const operators = (
  names: readonly Operator[],
  replace: (healthy: Rule, all: OperatorTable) => Rule,
): Change =>
  changeSelection((given, self, ask) => [
    given,
    isOn(ask, 'legacy-filtered')
      ? self
      : { ...self, operators: replaced(self.operators, names, replace) },
  ]);

export const operator = (
  name: Operator,
  replace: (healthy: Rule, all: OperatorTable) => Rule,
): Change => operators([name], replace);

/** Replaces `IN`, the operator of the legacy filtered path. */
export const pathOperator = (replace: (healthy: Rule, all: OperatorTable) => Rule): Change =>
  changeSelection((given, self, ask) => [
    given,
    isOn(ask, 'legacy-filtered')
      ? { ...self, operators: replaced(self.operators, ['IN'], replace) }
      : self,
  ]);

const replaced = (
  all: OperatorTable,
  names: readonly Operator[],
  replace: (healthy: Rule, all: OperatorTable) => Rule,
): OperatorTable => ({
  ...all,
  ...Object.fromEntries(names.map((name) => [name, replace(all[name], all)])),
});

export const query = (edit: (query: Query, ask: Ask) => Query): Change =>
  inExport(({ readQuery }) => ({
    readQuery: (table, ask, rules) => edit(readQuery(table, ask, rules), ask),
  }));

/** Edits the query string before it is parsed. */
export const search = (edit: (search: string) => string): Change =>
  inExport(({ readQuery }) => ({
    readQuery: (table, ask, rules) =>
      readQuery(table, { ...ask, call: { ...ask.call, search: edit(ask.call.search) } }, rules),
  }));

/** Edits one row of the error table. */
export const problem = (
  name: keyof Problems,
  edit: (problem: Problem) => Partial<Problem>,
): Change =>
  inExport(({ problems }) => ({
    problems: {
      ...problems,
      [name]: (text: string) => {
        const healthy = problems[name](text);
        return { ...healthy, ...edit(healthy) };
      },
    },
  }));

/**
 * Edits the records of every destination. The edited records are kept for later requests. Requests
 * for which `when` is false use the unchanged records.
 */
export const data = (
  edit: (records: readonly ProductRecord[]) => readonly ProductRecord[],
  when: (ask: Ask) => boolean = () => true,
): Change =>
  inExport(({ dataOf }) => {
    const edited = new WeakMap<Table, Table>();
    return {
      dataOf: (destination, ask, all) => {
        const table = dataOf(destination, ask, all);
        if (table === undefined || !when(ask)) return table;
        const result = edited.get(table) ?? tableOf(edit(table.records));
        edited.set(table, result);
        return result;
      },
    };
  });

export type Cell = string | number | null;

export function cellOf(column: Column, row: number): Cell {
  if (isNull(column, row)) return null;
  return column.kind === 'number'
    ? (column.values[row] ?? null)
    : (column.dictionary[column.values[row] ?? 0] ?? null);
}

/** Makes a rule that is never true for null. */
export const rule =
  (test: (cell: string | number, ...values: string[]) => boolean): Rule =>
  (column, values) =>
  (row) => {
    const cell = cellOf(column, row);
    return cell !== null && test(cell, ...values);
  };

/** Makes a rule that compares numbers by `test`, and texts by the `healthy` rule. */
export const onNumbers =
  (test: (cell: number, ...values: string[]) => boolean) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    column.kind === 'number'
      ? rule((cell, ...given) => test(Number(cell), ...given))(column, values)
      : healthy(column, values);

/** Makes a rule that compares texts by `test`, and numbers by the `healthy` rule. */
export const onTexts =
  (test: (cell: string, ...values: string[]) => boolean) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    column.kind === 'text'
      ? rule((cell, ...given) => test(String(cell), ...given))(column, values)
      : healthy(column, values);

export const withValues =
  (edit: (values: readonly string[]) => readonly string[]) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    healthy(column, edit(values));

export const withValue = (edit: (value: string) => string) =>
  withValues((values) => values.map(edit));

export const matching =
  (compile: (pattern: string) => Match): Rule =>
  (column, [pattern = '']) => {
    const match = compile(pattern);
    return rule((cell) => match(String(cell)))(column, []);
  };

export const plainLike = matching(compileLike);

/** Makes a rule that is also true for null. */
export const withNulls =
  (healthy: Rule): Rule =>
  (column, values) =>
    either((row) => isNull(column, row), healthy(column, values));

export const either =
  (left: Predicate, right: Predicate): Predicate =>
  (row) =>
    left(row) || right(row);
