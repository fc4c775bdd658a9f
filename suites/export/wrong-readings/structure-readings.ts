/**
 * Wrong readings of the structure of a filter: functions that change a filter to the filter that a
 * faulty server evaluates.
 */

import type {
  Criterion,
  Filter,
  Group,
  Mode,
  Operator,
} from '../../../src/protocol/export/filter.js';

type Change = (filter: Filter) => Filter;

/**
 * The names describe what the faulty server does. A criterion that remains in the changed filter is
 * evaluated correctly.
 */
export const structureReadings: Readonly<Record<string, Change>> = {
  ...inMode('AND'),
  ...inMode('OR'),
  ...upTo(1),
  ...upTo(2),
  ...upTo(3),
  ...upTo(4),
  'ignores all groups but the last': ({ mode, groups }) => ({ mode, groups: groups.slice(-1) }),
  'ignores all but the last criterion': onCriteria((criteria) => criteria.slice(-1)),
  'ignores the second criterion of the second group': ({ mode, groups }) => ({
    mode,
    groups: groups.map((group, index) =>
      index === 1 ? { ...group, criteria: group.criteria.slice(0, 1) } : group,
    ),
  }),
  'uses the mode of the first group everywhere': ({ groups }) => ofMode(groups[0]?.mode, groups),
  'uses the mode of the last group everywhere': ({ groups }) => ofMode(groups.at(-1)?.mode, groups),
  'uses the top-level mode inside groups': ({ mode, groups }) => ofMode(mode, groups),
  'flattens the groups': ({ mode, groups }) => ({
    groups: [
      { mode: groups[0]?.mode ?? mode, criteria: groups.flatMap(({ criteria }) => criteria) },
    ],
  }),
  'ignores the last group': ({ mode, groups }) => ({
    mode,
    groups: groups.length > 1 ? groups.slice(0, -1) : groups,
  }),
  'ignores the first criterion of several': onCriteria((criteria) =>
    criteria.slice(criteria.length > 1 ? 1 : 0),
  ),
  'keeps only the last criterion on each column of a group': onCriteria(lastOnEachColumn),
  'keeps only the first criterion on each column of a group': onCriteria((criteria) =>
    lastOnEachColumn(criteria.toReversed()).toReversed(),
  ),
  'keeps only the last criterion on each column of the filter': (filter) => {
    const kept = new Set(lastOnEachColumn(filter.groups.flatMap(({ criteria }) => criteria)));
    return keeping((criterion) => kept.has(criterion))(filter);
  },
  'drops negations': onCriteria((criteria) => criteria.map(affirmed)),
  'drops negations in OR groups': onGroups((group) =>
    group.mode === 'OR' ? { ...group, criteria: group.criteria.map(affirmed) } : group,
  ),
  'ignores negated criteria in OR groups': keeping(
    (criterion, { mode }) => mode !== 'OR' || affirmed(criterion) === criterion,
  ),
  'ignores criteria on null': keeping(({ value }) => value !== null),
  'sets no parentheses': (filter) => unparenthesized(filter),
};

/** Readings that always combine criteria or groups by `mode`, or fail only in groups of `mode`. */
function inMode(mode: Mode): Readonly<Record<string, Change>> {
  return {
    [`uses ${mode} inside groups`]: onGroups((group) => ({ ...group, mode })),
    [`uses ${mode} between groups`]: ({ groups }) => ({ mode, groups }),
    [`combines three or more groups by ${mode}`]: (asked) =>
      asked.groups.length > 2 ? { ...asked, mode } : asked,
    [`combines three or more criteria by ${mode}`]: onGroups((group) =>
      hasThreeOrMore(group) ? { ...group, mode } : group,
    ),
    [`ignores criteria with NOT in ${mode} groups of three or more criteria`]: keeping(
      ({ operator }, group) =>
        (group.mode ?? 'AND') !== mode || !hasThreeOrMore(group) || !operator.includes('NOT'),
    ),
  };
}

function hasThreeOrMore({ criteria }: Group): boolean {
  return criteria.length > 2;
}

/** A server that reads only the first groups, or the first criteria of each group. */
export function upTo(most: number): Readonly<Record<string, Change>> {
  const first = most === 1 ? 'the first' : `the first ${most}`;
  return {
    [`ignores groups after ${first}`]: ({ mode, groups }) => ({
      mode,
      groups: groups.slice(0, most),
    }),
    [`ignores criteria after ${first}`]: onCriteria((criteria) => criteria.slice(0, most)),
  };
}

function onGroups(change: (group: Group) => Group): Change {
  return ({ mode, groups }) => ({ mode, groups: groups.map(change) });
}

function onCriteria(change: (criteria: readonly Criterion[]) => readonly Criterion[]): Change {
  return onGroups((group) => ({ ...group, criteria: change(group.criteria) }));
}

function ofMode(mode: Mode | undefined, groups: readonly Group[]): Filter {
  return { mode, groups: groups.map((group) => ({ ...group, mode })) };
}

/** Removes criteria, and groups without a remaining criterion. */
function keeping(isKept: (criterion: Criterion, group: Group) => boolean): Change {
  return ({ mode, groups }) => ({
    mode,
    groups: groups
      .map((group) => ({
        ...group,
        criteria: group.criteria.filter((criterion) => isKept(criterion, group)),
      }))
      .filter(({ criteria }) => criteria.length > 0),
  });
}

/**
 * Keeps only the last criterion on each column, like a server that stores criteria in a map by
 * column.
 */
export function lastOnEachColumn(criteria: readonly Criterion[]): readonly Criterion[] {
  const last = new Map(criteria.map((criterion) => [criterion.column, criterion]));
  return criteria.filter((criterion) => last.get(criterion.column) === criterion);
}

/** The criterion without its negation. */
function affirmed(criterion: Criterion): Criterion {
  const operator =
    criterion.operator === '!=' ? '=' : criterion.operator.replace(/^NOT | NOT$/, '');
  return operator === criterion.operator
    ? criterion
    : { ...criterion, operator: operator as Operator };
}

/**
 * AND binds before OR, as in SQL without parentheses: `(a OR b) AND c` becomes `a OR (b AND c)`.
 * With `orBeforeFirst`, OR also stands before the first criterion of a group of mode OR, whatever
 * the mode between groups is: `a AND (b OR c)` becomes `a OR b OR c`. Default: it does not.
 */
export function unparenthesized({ mode, groups }: Filter, orBeforeFirst = false): Filter {
  const before = ({ mode: inside }: Group, place: number): Mode | undefined =>
    place > 0 || (orBeforeFirst && inside === 'OR') ? inside : mode;
  const parts: Criterion[][] = [];
  for (const group of groups) {
    for (const [place, criterion] of group.criteria.entries()) {
      const current = parts.at(-1);
      if (before(group, place) === 'OR' || current === undefined) parts.push([criterion]);
      else current.push(criterion);
    }
  }
  return { mode: 'OR', groups: parts.map((criteria) => ({ criteria })) };
}
