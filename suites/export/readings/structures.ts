/** Readings of the structure of filters: how criteria and groups are combined. */

import {
  type Criterion,
  type Filter,
  type Mode,
  type Taken,
  takes,
} from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Exchange } from '../model/exchange.js';
import {
  lastOnEachColumn,
  structureReadings,
  unparenthesized,
  upTo,
} from '../wrong-readings/structure-readings.js';
import { PARTS_BY_ROUTE_OR_FORMAT } from './parts.js';
import { type ExportReading, hasFilter, onFilter, slug, valuesOf } from './reading.js';
import { type Structure, sharedValues } from './shared-values.js';

/** Filters whose groups, criteria and modes are combined wrongly. */
const STRUCTURES: readonly Structure[] = Object.entries({
  ...structureReadings,
  // The limits of common parsers.
  ...upTo(5),
  ...upTo(10),
  ...upTo(20),
  'gives all criteria of a group the operator of the first and the value of the last':
    onGroupCriteria((criteria) => {
      const [first] = criteria;
      const last = criteria.at(-1);
      return first === undefined || last === undefined || first === last
        ? criteria
        : criteria.map(({ column }) => ({ ...last, column, operator: first.operator }));
    }),
  'gives criteria on one column the operator of the first and the value of the last':
    onGroupCriteria(merged((first, last) => ({ ...first, value: last.value }))),
  'gives criteria on one column the value of the first and the operator of the last':
    onGroupCriteria(merged((first, last) => ({ ...last, value: first.value }))),
  'uses OR for a group without mode': (filter: Filter): Filter => ({
    ...filter,
    groups: filter.groups.map((group) => ({ ...group, mode: group.mode ?? 'OR' })),
  }),
  'uses the mode between groups for a group without mode': (filter: Filter): Filter => ({
    ...filter,
    groups: filter.groups.map((group) => ({ ...group, mode: group.mode ?? filter.mode })),
  }),
  'uses OR between groups without mode': (filter: Filter): Filter => ({
    ...filter,
    mode: filter.mode ?? 'OR',
  }),
  'uses the mode of the group before it for a group without mode': ({
    mode,
    groups,
  }: Filter): Filter => ({
    mode,
    groups: groups.map((group, at) => ({
      ...group,
      mode: group.mode ?? groups.slice(0, at).findLast((one) => one.mode !== undefined)?.mode,
    })),
  }),
  'uses the mode of the first group with several criteria between groups': ({
    mode,
    groups,
  }: Filter): Filter => ({
    mode: groups.find(({ criteria }) => criteria.length > 1)?.mode ?? mode,
    groups,
  }),
  'uses the mode of the last group between groups': ({ mode, groups }: Filter): Filter => ({
    mode: groups.at(-1)?.mode ?? mode,
    groups,
  }),
  'uses the mode of the last group between groups, or AND if it has none': ({
    groups,
  }: Filter): Filter => ({ mode: groups.at(-1)?.mode ?? 'AND', groups }),
  'joins all criteria from left to right, as if each group began before the first one': leftToRight,
  'sets no parentheses, and joins every criterion of a group of mode OR by OR': (filter: Filter) =>
    unparenthesized(filter, true),
  'sets no parentheses around the two comparisons of `NOT BETWEEN`': (filter: Filter) =>
    withoutParenthesesInRanges(filter),
  'sets no parentheses around the two comparisons of `NOT BETWEEN`, nor around a group of one criterion':
    (filter: Filter) => withoutParenthesesInRanges(filter, true),
  'gives criteria at the same place of several groups the value of the last': valuesOfLastGroup,
  'uses the mode of the first group in every group': ofOneMode((groups) => groups[0]),
  'uses the mode of the last group in every group': ofOneMode((groups) => groups.at(-1)),
  'ignores the last criterion of several': onGroupCriteria((criteria) =>
    criteria.length > 1 ? criteria.slice(0, -1) : criteria,
  ),
  'keeps only the last criterion with the same column and operator of a group': onGroupCriteria(
    (criteria) => {
      const keyOf = ({ column, operator }: Criterion): string => `${operator} ${column}`;
      const last = new Map(criteria.map((criterion) => [keyOf(criterion), criterion]));
      return criteria.filter((criterion) => last.get(keyOf(criterion)) === criterion);
    },
  ),
  'ignores all groups but the first if they are combined by AND': ({
    mode,
    groups,
  }: Filter): Filter => ({ mode, groups: mode === 'OR' ? groups : groups.slice(0, 1) }),
  'keeps only the first criterion with each operator of a group':
    onGroupCriteria(firstOfEachOperator),
  'keeps only the first criterion with each operator of a group of three or more': onGroupCriteria(
    (criteria) => (criteria.length < 3 ? criteria : firstOfEachOperator(criteria)),
  ),
  ...Object.fromEntries(
    (['IS', 'IS NOT'] as const).map((operator) => [
      `ignores \`${operator}\` unless it is the first criterion of its group`,
      onGroupCriteria((criteria) =>
        criteria.filter((one, at) => at === 0 || one.operator !== operator),
      ),
    ]),
  ),
  'keeps only the last of several groups whose first criterion is on the same column': ({
    mode,
    groups,
  }: Filter): Filter => {
    const columnOf = ({ criteria: [first] }: (typeof groups)[number]) => first?.column;
    return {
      mode,
      groups: groups.filter(
        (group) => groups.findLast((other) => columnOf(other) === columnOf(group)) === group,
      ),
    };
  },
  ...Object.fromEntries(
    (['AND', 'OR'] as const).flatMap((mode) => [
      [
        `keeps only the last criterion on each column of a group of mode ${mode}`,
        inGroupsOf(mode, lastOnEachColumn),
      ],
      [
        `keeps only the last criterion on each column of a group of mode ${mode}, apart from patterns`,
        inGroupsOf(mode, lastBut('pattern')),
      ],
    ]),
  ),
  'keeps only the last criterion on each column of all groups, if all modes are AND':
    ifAllAreAnd(lastOnEachColumn),
  'keeps only the last criterion on each column of all groups, apart from patterns and ranges, if all modes are AND':
    ifAllAreAnd(lastBut('pattern', 'range')),
  'swaps AND and OR': ({ mode, groups }: Filter): Filter => ({
    mode: mode === 'OR' ? 'AND' : 'OR',
    groups: groups.map((group) => ({ ...group, mode: group.mode === 'OR' ? 'AND' : 'OR' })),
  }),
  'swaps the modes of both levels': ({ mode, groups }: Filter): Filter => ({
    mode: groups[0]?.mode,
    groups: groups.map((group) => ({ ...group, mode })),
  }),
})
  .map(([name, change]): Structure => ({ id: slug(name), name, change }))
  .concat(sharedValues());

/**
 * A mistake is limited to a route or format only if more than this share of the wrong filtered
 * lists have this route or format.
 */
const LEAST_SHARE = 0.75;

/** Mistakes in the structure of filters. */
export function structureMistakes(violated: readonly Exchange[]): readonly ExportReading[] {
  const filtered = violated.filter(({ question }) => hasFilter(question));
  return PARTS_BY_ROUTE_OR_FORMAT.filter(
    (part, at) =>
      at === 0 ||
      filtered.filter((one) => part.has(one.question)).length > LEAST_SHARE * filtered.length,
  ).flatMap((part) =>
    STRUCTURES.map(({ id, name, change }) => ({
      id: `filters.${id}.${part.id}`,
      mistake: `filters.${slug(name)}`,
      also: ['EXP-FILT-16', 'EXP-FILT-17'],
      // A mistake counts as one with several groups if its name contains one of these words.
      clause: isBetweenGroups(name) ? 'EXP-FILT-10' : 'EXP-FILT-9',
      sentence: `a filter of several criteria: the server ${name}${part.name}`,
      touches: (question) => part.has(question) && isOfSeveral(question, name),
      question: onFilter(change),
    })),
  );
}

/** Whether the mistake is made where groups are combined, and not where criteria of a group are. */
const isBetweenGroups = (name: string): boolean =>
  /groups|between|parenthes|flatten|level/.test(name) && !name.endsWith('for a group without mode');

/**
 * Whether the filter has several groups or criteria. A single criterion is enough for mistakes with
 * null and negations.
 */
const isOfSeveral = ({ filter }: ProductsQuestion, name: string): boolean =>
  (filter?.groups.length ?? 0) > 1 ||
  (filter?.groups.some(({ criteria }) => criteria.length > 1) ?? false) ||
  /null|negat/.test(name);

/** A change of the criteria of each group with this mode. The default is AND. */
function inGroupsOf(
  wanted: Mode,
  change: (criteria: readonly Criterion[]) => readonly Criterion[],
) {
  return ({ mode, groups }: Filter): Filter => ({
    mode,
    groups: groups.map((group) =>
      (group.mode ?? 'AND') === wanted ? { ...group, criteria: change(group.criteria) } : group,
    ),
  });
}

/** A change of the criteria of all groups together, if each must hold. */
function ifAllAreAnd(change: (criteria: readonly Criterion[]) => readonly Criterion[]) {
  return (filter: Filter): Filter => {
    const { mode, groups } = filter;
    return mode === 'OR' || groups.some((group) => group.mode === 'OR')
      ? filter
      : { groups: [{ criteria: change(groups.flatMap(({ criteria }) => criteria)) }] };
  };
}

/** Keeps the last criterion on each column, and all whose operators take one of these. */
function lastBut(...taken: readonly Taken[]) {
  return (criteria: readonly Criterion[]): readonly Criterion[] => {
    const kept = new Set(
      lastOnEachColumn(criteria.filter(({ operator }) => !takes(operator, ...taken))),
    );
    return criteria.filter((one) => kept.has(one) || takes(one.operator, ...taken));
  };
}

function firstOfEachOperator(criteria: readonly Criterion[]): readonly Criterion[] {
  return criteria.filter(
    ({ operator }, at) => criteria.findIndex((one) => one.operator === operator) === at,
  );
}

function onGroupCriteria(change: (criteria: readonly Criterion[]) => readonly Criterion[]) {
  return (filter: Filter): Filter => ({
    ...filter,
    groups: filter.groups.map((group) => ({ ...group, criteria: change(group.criteria) })),
  });
}

/** `(a OR b) AND (c OR d)` becomes `((a OR b) AND c) OR d`. */
function leftToRight({ mode = 'AND', groups }: Filter): Filter {
  let parts: readonly (readonly Criterion[])[] = [];
  for (const [index, group] of groups.entries())
    for (const [place, criterion] of group.criteria.entries()) {
      const joinedBy = index > 0 && place === 0 ? mode : (group.mode ?? 'AND');
      const isFirst = index === 0 && place === 0;
      if (isFirst || joinedBy === 'OR') parts = [...parts, [criterion]];
      else parts = parts.map((part) => [...part, criterion]);
    }
  return { mode: 'OR', groups: parts.map((criteria) => ({ criteria })) };
}

/**
 * `a AND b NOT BETWEEN 1 AND 2 AND c` becomes `(a AND b < 1) OR (b > 2 AND c)`. `isOneBare`: a group
 * of one criterion gets no parentheses either, so that the other groups are divided in this way.
 */
function withoutParenthesesInRanges(filter: Filter, isOneBare = false): Filter {
  const { mode = 'AND', groups } = filter;
  const isChanged = groups.some((group) =>
    group.criteria.some(({ operator }) => operator === 'NOT BETWEEN'),
  );
  if (!isChanged) return filter;
  const alternatives: Criterion[][] = [];
  let current: Criterion[][] = [[]];
  for (const group of groups) {
    const ofGroup =
      group.mode === 'OR' ? group.criteria.map((one) => [one]) : splitAtRanges(group.criteria);
    const [first = [], second] = ofGroup;
    if (mode === 'OR') alternatives.push(...ofGroup);
    else if (isOneBare && group.criteria.length === 1 && second !== undefined) {
      alternatives.push(...current.map((one) => [...one, ...first]));
      current = [second];
    } else current = current.flatMap((one) => ofGroup.map((two) => [...one, ...two]));
  }
  if (mode !== 'OR') alternatives.push(...current);
  return { mode: 'OR', groups: alternatives.map((criteria) => ({ criteria })) };
}

function splitAtRanges(criteria: readonly Criterion[]): Criterion[][] {
  const parts: Criterion[][] = [[]];
  for (const criterion of criteria) {
    const [from, to] = valuesOf(criterion);
    const isRange = criterion.operator === 'NOT BETWEEN' && from !== undefined && to !== undefined;
    if (!isRange) parts.at(-1)?.push(criterion);
    else {
      parts.at(-1)?.push({ ...criterion, operator: '<', value: from });
      parts.push([{ ...criterion, operator: '>', value: to }]);
    }
  }
  return parts;
}

/**
 * Each criterion gets the value of the criterion at its place in the last group: a server may name
 * the parameters of its statement by the place of a criterion alone.
 */
function valuesOfLastGroup({ mode, groups }: Filter): Filter {
  const valueAt = (place: number, otherwise: Criterion): Criterion['value'] =>
    groups.findLast(({ criteria }) => criteria.length > place)?.criteria[place]?.value ??
    otherwise.value;
  return {
    mode,
    groups: groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion, place) => ({
        ...criterion,
        value: valueAt(place, criterion),
      })),
    })),
  };
}

function ofOneMode(from: (groups: Filter['groups']) => Filter['groups'][number] | undefined) {
  return ({ mode, groups }: Filter): Filter => ({
    mode,
    groups: groups.map((group) => ({ ...group, mode: from(groups)?.mode })),
  });
}

/** Joins the criteria of each column to one. */
function merged(join: (first: Criterion, last: Criterion) => Criterion) {
  return (criteria: readonly Criterion[]): readonly Criterion[] => {
    const byColumn = new Map<string, Criterion>();
    for (const criterion of criteria) {
      const first = byColumn.get(criterion.column);
      byColumn.set(criterion.column, first === undefined ? criterion : join(first, criterion));
    }
    return [...byColumn.values()];
  };
}
