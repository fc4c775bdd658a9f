/**
 * Defects of the export API in combining criteria and groups by AND and OR, and in combining
 * filters with other parameters.
 */

import type { Change } from '../../behaviour.js';
import type { Criterion, Filters, Group, Mode } from '../../export/filters.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { filters, isFiltered } from './change.js';

/**
 * Gives every criterion of a group the operator of the first criterion and the values of the last
 * criterion.
 */
function boundByReference(group: Group): Group {
  const { operator } = group.criteria[0] ?? {};
  const { values } = group.criteria.at(-1) ?? {};
  if (operator === undefined || values === undefined) return group;
  return {
    ...group,
    criteria: group.criteria.map((criterion) => ({ ...criterion, operator, values })),
  };
}

const modes = defectsOf('export', 'export.modes');

const eachGroup = (edit: (group: Group, index: number, all: Filters) => Group): Change =>
  filters((given) => ({
    ...given,
    groups: given.groups.map((group, index) => edit(group, index, given)),
  }));

const keepGroups = (edit: (groups: readonly Group[]) => readonly Group[]): Change =>
  filters(({ mode, groups }) => ({ mode, groups: edit(groups) }));

const defaultModes = (change: { defaultMode?: Mode; defaultGroupMode?: Mode }): Change =>
  inExport(({ queryRules }) => ({ queryRules: { ...queryRules, ...change } }));

/** Combines all criteria without parentheses, so that AND binds before OR as in SQL. */
function withoutParentheses({ mode, groups }: Filters): Filters {
  const runs: Criterion[][] = [];
  for (const [at, group] of groups.entries()) {
    for (const [index, criterion] of group.criteria.entries()) {
      // `OR` makes the very first criterion begin a run.
      const betweenGroups = at > 0 ? mode : 'OR';
      const connector = index > 0 ? group.mode : betweenGroups;
      if (connector === 'AND') runs.at(-1)?.push(criterion);
      else runs.push([criterion]);
    }
  }
  return { mode: 'OR', groups: runs.map((criteria) => ({ mode: 'AND', criteria })) };
}

export const EXPORT_MODES: readonly Defect[] = [
  ...modes('EXP-FILT-9', {
    // The server loops over criteria and binds the variables by reference.
    'first-operator-last-value': blatant(
      'All criteria of a group use the operator of the first criterion and the value of the last criterion.',
      filters(({ mode, groups }) => ({ mode, groups: groups.map(boundByReference) })),
    ),
    'default-group-mode-or': subtle(
      'Without a mode the criteria of a group are combined by OR.',
      defaultModes({ defaultGroupMode: 'OR' }),
    ),
    'group-and-is-or': blatant(
      'The criteria of a group are always combined by OR.',
      eachGroup((group) => ({ ...group, mode: 'OR' })),
    ),
    'group-or-is-and': blatant(
      'The criteria of a group are always combined by AND.',
      eachGroup((group) => ({ ...group, mode: 'AND' })),
    ),
    'second-criterion-ignored': blatant(
      'Only the first criterion of a group is used.',
      eachGroup((group) => ({ ...group, criteria: group.criteria.slice(0, 1) })),
    ),
    'last-criterion-only': subtle(
      'Only the last criterion of a group is used.',
      eachGroup((group) => ({ ...group, criteria: group.criteria.slice(-1) })),
    ),
    'criteria-after-twenty-ignored': subtle(
      'At most 20 criteria of a group are used.',
      eachGroup((group) => ({ ...group, criteria: group.criteria.slice(0, 20) })),
    ),
    'third-criterion-ignored': subtle(
      'At most two criteria of a group are used.',
      eachGroup((group) => ({ ...group, criteria: group.criteria.slice(0, 2) })),
    ),
  }),
  ...modes('EXP-FILT-10', {
    'default-mode-or': subtle(
      'Without a mode the groups are combined by OR.',
      defaultModes({ defaultMode: 'OR' }),
    ),
    'or-is-and': blatant(
      'The groups are always combined by AND.',
      filters(({ groups }) => ({ mode: 'AND', groups })),
    ),
    'and-is-or': blatant(
      'The groups are always combined by OR.',
      filters(({ groups }) => ({ mode: 'OR', groups })),
    ),
    'second-group-ignored': blatant(
      'Only the first group is used.',
      keepGroups((groups) => groups.slice(0, 1)),
    ),
    'last-group-only': subtle(
      'Only the last group is used.',
      keepGroups((groups) => groups.slice(-1)),
    ),
    'third-group-ignored': subtle(
      'At most two groups are used.',
      keepGroups((groups) => groups.slice(0, 2)),
    ),
  }),
  ...modes('EXP-FILT-11', {
    'without-parentheses': subtle(
      'Groups are combined without parentheses.',
      filters(withoutParentheses),
    ),
    'second-group-takes-the-first-mode': subtle(
      'Every group uses the mode of the first group.',
      eachGroup((group, _, { groups }) => ({ ...group, mode: groups[0]?.mode ?? group.mode })),
    ),
    // A loop over the groups stores the mode in one variable, and the query is built after the
    // loop.
    'every-group-takes-the-last-mode': subtle(
      'Every group uses the mode of the last group.',
      eachGroup((group, _, { groups }) => ({ ...group, mode: groups.at(-1)?.mode ?? group.mode })),
    ),
    'top-mode-reaches-into-groups': subtle(
      'With more than one group the top-level mode is also the mode of each group.',
      eachGroup((group, _, { mode, groups }) => (groups.length > 1 ? { ...group, mode } : group)),
    ),
    'group-mode-becomes-top-mode': subtle(
      'The mode of the first group with several criteria replaces the top-level mode.',
      filters(({ mode, groups }) => ({
        mode:
          groups.length > 1
            ? (groups.find(({ criteria }) => criteria.length > 1)?.mode ?? mode)
            : mode,
        groups,
      })),
    ),
  }),
  ...modes('EXP-LIST-7', {
    'total-ignores-filters': subtle(
      'With filters `total` still counts all records.',
      inExport(({ total }) => ({
        total: (rows, query, ask, table) =>
          isFiltered(query, ask) ? table.size : total(rows, query, ask, table),
      })),
    ),
  }),
  ...modes('EXP-FILT-12', {
    'limit-ignored-under-filters': subtle(
      'With filters the limit is ignored.',
      inExport(({ page }) => ({
        page: (rows, query, ask) =>
          isFiltered(query, ask) ? rows.subarray(query.offset) : page(rows, query, ask),
      })),
    ),
    'offset-ignored-under-filters': subtle(
      'With filters every page is the first page.',
      inExport(({ page }) => ({
        page: (rows, query, ask) =>
          page(rows, isFiltered(query, ask) ? { ...query, offset: 0 } : query, ask),
      })),
    ),
    'order-ignored-under-filters': subtle(
      'With filters `orderBy` is ignored.',
      inExport(({ order }) => ({
        order: (rows, by, ask, query) =>
          isFiltered(query, ask) ? rows : order(rows, by, ask, query),
      })),
    ),
    'group-ignored-under-filters': subtle(
      'With filters `groupBy` is ignored.',
      inExport(({ group }) => ({
        group: (rows, column, ask, query) =>
          isFiltered(query, ask) ? rows : group(rows, column, ask, query),
      })),
    ),
    'filters-after-paging': subtle(
      'Filters are applied to the page instead of the data.',
      inExport(({ readQuery, select, page }) => {
        const windows = new WeakMap<object, readonly [number, number]>();
        return {
          readQuery: (table, ask, rules) => {
            const query = readQuery(table, ask, rules);
            if (isFiltered(query, ask))
              windows.set(ask, [query.offset, query.offset + query.limit]);
            return query;
          },
          select: (table, given, ask, self) => {
            const [from, to] = windows.get(ask) ?? [0, table.size];
            return select(table, given, ask, self).filter((row) => row >= from && row < to);
          },
          page: (rows, query, ask) => (windows.has(ask) ? rows : page(rows, query, ask)),
        };
      }),
    ),
  }),
];
