import type { Criterion, Scalar } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';

/**
 * Converts filter values to the types of their columns, because a query string contains only text.
 */
export function withTypedValues(
  question: ProductsQuestion,
  known: Known | undefined,
): ProductsQuestion {
  const { filter } = question;
  if (filter === undefined || known === undefined) return question;
  const typedCriterion = (criterion: Criterion): Criterion => {
    const { column, value } = criterion;
    if (value === null || known.survey.columns.get(column)?.kind !== 'number') return criterion;
    const typedValue = (one: Scalar): Scalar => {
      const number = Number(one);
      return Number.isFinite(number) && String(number) === one ? number : one;
    };
    return {
      ...criterion,
      value: typeof value === 'object' ? value.map(typedValue) : typedValue(value),
    };
  };
  return {
    ...question,
    filter: {
      ...filter,
      groups: filter.groups.map((group) => ({
        ...group,
        criteria: group.criteria.map(typedCriterion),
      })),
    },
  };
}
