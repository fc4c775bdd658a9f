import { memoizedByObject } from '../../../src/memoized.js';
import type { Criterion, Group, Scalar } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';

/**
 * Converts filter values to the types of their columns, because a query string contains only text.
 * The result is the same object for the same question, and the question itself if nothing changes.
 */
export const withTypedValues = (
  question: ProductsQuestion,
  known: Known | undefined,
): ProductsQuestion => (known === undefined ? question : typedBy(known.survey.columns)(question));

const typedBy = memoizedByObject((columns: Known['survey']['columns']) =>
  memoizedByObject((question: ProductsQuestion): ProductsQuestion => {
    const { filter } = question;
    if (filter === undefined) return question;
    const groups = mapped(filter.groups, (group: Group): Group => {
      const criteria = mapped(group.criteria, (one) => typedCriterion(one, columns));
      return criteria === group.criteria ? group : { ...group, criteria };
    });
    return groups === filter.groups ? question : { ...question, filter: { ...filter, groups } };
  }),
);

function typedCriterion(criterion: Criterion, columns: Known['survey']['columns']): Criterion {
  const { column, value } = criterion;
  if (value === null || columns.get(column)?.kind !== 'number') return criterion;
  const typed = typeof value === 'object' ? mapped(value, typedValue) : typedValue(value);
  return typed === value ? criterion : { ...criterion, value: typed };
}

function typedValue(value: Scalar): Scalar {
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : value;
}

/** The list with changed items; the list itself if none changes. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, at) => item === list[at]) ? list : changed;
}
