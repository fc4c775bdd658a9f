import type { Answer, Exchanged, ExportTarget, Target } from '../../src/harness/suite.js';
import type { Criterion, Scalar } from '../../src/protocol/export/filter.js';
import type { ProductPage } from '../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import { readQuestion } from '../../src/protocol/export/read-question.js';
import { exportOf, tryPage } from './ask.js';
import type { Known } from './survey/data.js';

/** A products request, its response, and the page that it holds. */
export interface Exchange extends Exchanged<ProductsQuestion> {
  readonly target: ExportTarget;
  readonly page: ProductPage | undefined;
}

export function readExchange(answer: Answer, target: Target): Exchange | undefined {
  const products = exportOf({ target });
  const question = readQuestion(answer.request, products);
  return question && { question, answer, target: products, page: tryPage(answer) };
}

/** The question with the values of filters as the columns have them: a query string has no types. */
export function typed(question: ProductsQuestion, known: Known | undefined): ProductsQuestion {
  const { filter } = question;
  if (filter === undefined || known === undefined) return question;
  const typedCriterion = (criterion: Criterion): Criterion => {
    const { column, value } = criterion;
    if (value === null || known.survey.columns.get(column)?.kind !== 'number') return criterion;
    const typedValue = (one: Scalar): Scalar => {
      const number = Number(one);
      return Number.isFinite(number) && String(number) === one ? number : one;
    };
    return { ...criterion, value: typeof value === 'object' ? value.map(typedValue) : typedValue(value) };
  };
  return {
    ...question,
    filter: {
      ...filter,
      groups: filter.groups.map((group) => ({ ...group, criteria: group.criteria.map(typedCriterion) })),
    },
  };
}
