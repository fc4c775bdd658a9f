/** Defects of the export API in combinations of filters. */

import type { Operator } from '../../export/filters.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { filters, onTexts, operator, withNulls } from './change.js';

const algebra = defectsOf('export', 'export.algebra');

const NEGATIONS: readonly (readonly [id: string, operator: Operator])[] = [
  ['not-equals', '!='],
  ['not-like', 'NOT LIKE'],
  ['not-ilike', 'NOT ILIKE'],
  ['not-in', 'NOT IN'],
  ['not-between', 'NOT BETWEEN'],
];

const keepsNulls = Object.fromEntries(
  NEGATIONS.map(([id, name]) => [
    `${id}-keeps-nulls`,
    subtle(`\`${name}\` includes nulls.`, operator(name, withNulls)),
  ]),
);

/**
 * Keeps the last item of each key. This item has the position of the first item with this key, as
 * in a `Map`.
 */
const lastOfEachKey = <Item>(items: readonly Item[], key: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

/**
 * These defects are visible only if filters are compared with each other or combined at random.
 */
export const EXPORT_ALGEBRA: readonly Defect[] = [
  ...algebra('EXP-FILT-16', {
    'criteria-of-a-column-overwrite': subtle(
      'Only the last of several criteria on one column of a group is used.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) => ({
          ...group,
          criteria: lastOfEachKey(group.criteria, ({ column }) => column),
        })),
      })),
    ),
    'groups-of-a-column-overwrite': subtle(
      'Only the last of several groups that begin with the same column is used.',
      filters(({ mode, groups }) => ({
        mode,
        groups: lastOfEachKey(groups, ({ criteria }) => criteria[0]?.column ?? ''),
      })),
    ),
    'at-least-excludes-the-text-itself': subtle(
      '`>=` excludes its value for texts.',
      operator(
        '>=',
        onTexts((cell, bound = '') => cell > bound),
      ),
    ),
    'below-takes-the-text-itself': subtle(
      '`<` includes its value for texts.',
      operator(
        '<',
        onTexts((cell, bound = '') => cell <= bound),
      ),
    ),
    'null-check-only-when-first': subtle(
      '`IS` is ignored unless it is the first criterion of its group.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) => ({
          ...group,
          criteria: group.criteria.filter(
            ({ operator: name }, index) => index === 0 || name !== 'IS',
          ),
        })),
      })),
    ),
  }),
  ...algebra('EXP-FILT-17', {
    'negation-in-or-group-ignored': subtle(
      'In an OR group of three or more criteria, negated criteria are ignored.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) =>
          group.mode === 'OR' && group.criteria.length > 2
            ? {
                ...group,
                criteria: group.criteria.filter(({ operator: name }) => !name.includes('NOT')),
              }
            : group,
        ),
      })),
    ),
    'mixed-groups-take-and': subtle(
      'Three groups or more are always combined by AND.',
      filters((given) => (given.groups.length > 2 ? { ...given, mode: 'AND' } : given)),
    ),
    'equal-operators-merge': subtle(
      'In a group of three or more criteria, only the first criterion with each operator is used.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) =>
          group.criteria.length < 3
            ? group
            : {
                ...group,
                criteria: group.criteria.filter(
                  ({ operator: name }, index) =>
                    group.criteria.findIndex((other) => other.operator === name) === index,
                ),
              },
        ),
      })),
    ),
  }),
  ...algebra('EXP-FILT-18', keepsNulls),
];
