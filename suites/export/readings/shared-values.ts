/** Criteria that share the names of their parameters, and therefore their values. */

import {
  type Criterion,
  type Filter,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import { slug } from './reading.js';

/** A wrong way to read a filter of several criteria. */
export interface Structure {
  readonly id: string;
  /** What the server does with a filter of several criteria. */
  readonly name: string;
  readonly change: (filter: Filter) => Filter;
}

/** A server may name the parameters of its statement by these parts of a criterion alone. */
const SHARED_BY: Readonly<Record<string, (criterion: Criterion) => string>> = {
  'on one column': ({ column }) => column,
  'with the same column and operator': ({ column, operator }) => `${operator} ${column}`,
  'with the same operator': ({ operator }) => operator,
};

/**
 * Criteria share the names of their parameters, so that all of them get the value that is set last.
 * The names of values of lists and ranges contain their position. Lists and ranges have the same
 * names (`isAlike`), or different ones.
 */
export function sharedValues(): readonly Structure[] {
  return Object.entries(SHARED_BY).flatMap(([words, nameOf]) =>
    (['filter', 'group'] as const).flatMap((within) =>
      [true, false].map((isAlike): Structure => {
        const nameAt = (criterion: Criterion, at = ''): string => {
          const isBound = !isAlike && takes(criterion.operator, 'range');
          return `${nameOf(criterion)} ${isBound ? 'bound' : 'value'} ${at}`;
        };
        const ofGroup = within === 'group' ? ' one of their group' : '';
        return {
          id: `${slug(words)}-share-values-in-a-${within}${isAlike ? '' : '-ranges-apart'}`,
          name: `gives all criteria ${words} the value of the last${ofGroup}`,
          change: ({ mode, groups }) => {
            const all = groups.flatMap(({ criteria }) => criteria);
            return {
              mode,
              groups: groups.map((group) => ({
                ...group,
                criteria: withLastValues(
                  group.criteria,
                  within === 'group' ? group.criteria : all,
                  nameAt,
                ),
              })),
            };
          },
        };
      }),
    ),
  );
}

/** The criteria with the values that were set last under the same names. */
function withLastValues(
  criteria: readonly Criterion[],
  among: readonly Criterion[],
  nameAt: (criterion: Criterion, at?: string) => string,
): readonly Criterion[] {
  const values = new Map<string, Scalar>();
  for (const criterion of among) {
    const { value } = criterion;
    if (value !== null && typeof value === 'object')
      for (const [at, one] of value.entries()) values.set(nameAt(criterion, String(at)), one);
    else if (value !== null) values.set(nameAt(criterion), value);
  }
  return criteria.map((criterion) => {
    const { value } = criterion;
    if (value === null) return criterion;
    const last = (one: Scalar, at?: string): Scalar => values.get(nameAt(criterion, at)) ?? one;
    const changed =
      typeof value === 'object' ? value.map((one, at) => last(one, String(at))) : last(value);
    return { ...criterion, value: changed };
  });
}
