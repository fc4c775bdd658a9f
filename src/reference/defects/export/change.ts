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

/** Whether a request uses one of the given routes. */
export const isOn = ({ route }: Ask, ...kinds: readonly Kind[]): boolean =>
  kinds.includes(route.kind);

/** Whether the query string contains filters. The legacy filtered path does not count. */
export const isFiltered = ({ filters }: Query, ask: Ask): boolean =>
  filters.groups.length > 0 && !isOn(ask, 'legacy-filtered');

/**
 * Makes a change that edits, for each request, the filters and the functions that select records.
 */
const select = (
  edit: (
    filters: Filters,
    self: ExportBehaviour,
    ask: Ask,
    table: Table,
  ) => readonly [Filters, ExportBehaviour],
): Change =>
  inExport(({ select }) => ({
    select: (table, filters, ask, self) =>
      select(table, ...swapped(edit(filters, self, ask, table), ask)),
  }));

const swapped = ([filters, self]: readonly [Filters, ExportBehaviour], ask: Ask) =>
  [filters, ask, self] as const;

/** Makes a change that edits the filters of the query string. */
export const filters = (edit: (filters: Filters, table: Table, ask: Ask) => Filters): Change =>
  select((given, self, ask, table) => [
    isOn(ask, 'legacy-filtered') ? given : edit(given, table, ask),
    self,
  ]);

/** Makes a change that edits every criterion of the query string. */
export const criteria = (edit: (criterion: Criterion, table: Table) => Criterion): Change =>
  filters(({ mode, groups }, table) => ({
    mode,
    groups: groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion) => edit(criterion, table)),
    })),
  }));

/** Makes a change that edits the criterion of the legacy filtered path. */
export const pathCriterion = (edit: (criterion: Criterion) => Criterion): Change =>
  select((given, self, ask) => [
    isOn(ask, 'legacy-filtered')
      ? {
          ...given,
          groups: given.groups.map((group) => ({ ...group, criteria: group.criteria.map(edit) })),
        }
      : given,
    self,
  ]);

/** Makes a change that keeps or drops the criterion of the legacy filtered path. */
export const filtersOfPath = (keeps: (criterion: Criterion) => boolean): Change =>
  select((given, self, ask) => [
    isOn(ask, 'legacy-filtered') && !given.groups.every(({ criteria }) => criteria.every(keeps))
      ? { ...given, groups: [] }
      : given,
    self,
  ]);

/**
 * Makes a change that replaces operators of filters in the query string. The operator of the legacy
 * filtered path stays unchanged.
 */
export const operators = (
  names: readonly Operator[],
  replace: (healthy: Rule, all: OperatorTable) => Rule,
): Change =>
  select((given, self, ask) => [
    given,
    isOn(ask, 'legacy-filtered')
      ? self
      : { ...self, operators: replaced(self.operators, names, replace) },
  ]);

/** Makes a change that replaces one operator of filters in the query string. */
export const operator = (
  name: Operator,
  replace: (healthy: Rule, all: OperatorTable) => Rule,
): Change => operators([name], replace);

/** Makes a change that replaces the operator of the legacy filtered path, which is `IN`. */
export const pathOperator = (replace: (healthy: Rule, all: OperatorTable) => Rule): Change =>
  select((given, self, ask) => [
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

/** Makes a change that edits the parsed request. */
export const query = (edit: (query: Query, ask: Ask) => Query): Change =>
  inExport(({ readQuery }) => ({
    readQuery: (table, ask, rules) => edit(readQuery(table, ask, rules), ask),
  }));

/** Makes a change that edits the query string before it is read. */
export const search = (edit: (search: string) => string): Change =>
  inExport(({ readQuery }) => ({
    readQuery: (table, ask, rules) =>
      readQuery(table, { ...ask, call: { ...ask.call, search: edit(ask.call.search) } }, rules),
  }));

/** Makes a change that edits one row of the error table. */
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

/** Makes a change that edits the records of every destination, once for each destination. */
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
        const known = edited.get(table) ?? tableOf(edit(table.records));
        edited.set(table, known);
        return known;
      },
    };
  });

/** The value of a record in a column. */
export type Cell = string | number | null;

/** The value of a row in a column. */
export function cellOf(column: Column, row: number): Cell {
  if (isNull(column, row)) return null;
  return column.kind === 'number'
    ? (column.values[row] ?? null)
    : (column.dictionary[column.values[row] ?? 0] ?? null);
}

/** A rule that applies to values other than null. */
export const rule =
  (test: (cell: string | number, ...values: string[]) => boolean): Rule =>
  (column, values) =>
  (row) => {
    const cell = cellOf(column, row);
    return cell !== null && test(cell, ...values);
  };

/** Replaces a rule in numeric columns. Texts are compared as before. */
export const onNumbers =
  (test: (cell: number, ...values: string[]) => boolean) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    column.kind === 'number'
      ? rule((cell, ...given) => test(Number(cell), ...given))(column, values)
      : healthy(column, values);

/** Replaces a rule in text columns. Numbers are compared as before. */
export const onTexts =
  (test: (cell: string, ...values: string[]) => boolean) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    column.kind === 'text'
      ? rule((cell, ...given) => test(String(cell), ...given))(column, values)
      : healthy(column, values);

/** Makes a rule that edits its values before it is applied. */
export const withValues =
  (edit: (values: readonly string[]) => readonly string[]) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    healthy(column, edit(values));

/** Makes a rule that edits its pattern or value before it is applied. */
export const withValue = (edit: (value: string) => string) =>
  withValues((values) => values.map(edit));

/** A LIKE rule with another matcher. */
export const matching =
  (compile: (pattern: string) => Match): Rule =>
  (column, [pattern = '']) => {
    const match = compile(pattern);
    return rule((cell) => match(String(cell)))(column, []);
  };

/** The LIKE rule without a defect. */
export const plainLike = matching(compileLike);

/** A rule that also accepts nulls. */
export const withNulls =
  (healthy: Rule): Rule =>
  (column, values) =>
    either((row) => isNull(column, row), healthy(column, values));

/** A predicate that keeps the rows that at least one of two predicates keeps. */
export const either =
  (left: Predicate, right: Predicate): Predicate =>
  (row) =>
    left(row) || right(row);
