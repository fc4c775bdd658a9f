import {
  type Answer,
  type Exchanged,
  type ExportTarget,
  type Target,
  withoutEach,
} from '../../../src/harness/suite.js';
import {
  type Criterion,
  type Operator,
  only,
  type Scalar,
  withOneLess,
} from '../../../src/protocol/export/filter.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import {
  isUnknown,
  JSON_API,
  nameRoute,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { readQuestion } from '../../../src/protocol/export/read-question.js';
import type { Known } from './data.js';
import { exportOf } from './export-target.js';

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

/**
 * The question with the values of filters as the columns have them: a query string has no types.
 */
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

/** A question with one condition less, the larger ones first. */
export function simplerThan(question: ProductsQuestion): readonly ProductsQuestion[] {
  const { route = 'v2', accept = JSON_API, filter, destinationId, headers = [] } = question;
  const isPlain =
    route === 'v2' || route === 'root' || isUnknown(route) || destinationId !== undefined;
  return [
    ...withoutEach(question, 'filter', 'groupBy', 'orderBy', 'limit', 'offset'),
    ...(accept === JSON_API ? [] : [{ ...question, accept: JSON_API }]),
    ...(isPlain ? [] : [{ ...question, route: 'v2' as const }]),
    ...withoutEach(question, 'destination', 'headers', 'extra'),
    ...(headers.length < 2 ? [] : headers.map((header) => ({ ...question, headers: [header] }))),
    ...mainAlone(question),
    ...halves(question),
    ...(filter === undefined ? [] : withOneLess(filter).map((filter) => ({ ...question, filter }))),
  ];
}

/** What the criteria beside a row's own compare by. */
const SIMPLE: readonly Operator[] = ['=', '!=', '>', '<', '>=', '<='];

/**
 * A filter of many criteria, reduced to the one most likely at fault: most faults are of one
 * operator or value.
 */
function mainAlone(question: ProductsQuestion): readonly ProductsQuestion[] {
  const criteria = question.filter?.groups.flatMap((group) => group.criteria) ?? [];
  const main = criteria.find(({ operator }) => !SIMPLE.includes(operator)) ?? criteria[0];
  return main === undefined || criteria.length < 2 ? [] : [{ ...question, filter: only(main) }];
}

/**
 * A group of many criteria or a list of many values, cut in two: what is wrong with one of them is
 * found in a few steps.
 */
function halves(question: ProductsQuestion): readonly ProductsQuestion[] {
  const [group, second] = question.filter?.groups ?? [];
  if (group === undefined || second !== undefined) return [];
  const cut = <T>(list: readonly T[]): readonly (readonly T[])[] => {
    const middle = Math.ceil(list.length / 2);
    return list.length < 3 ? [] : [list.slice(0, middle), list.slice(middle)];
  };
  const [first, other] = group.criteria;
  if (first?.operator.endsWith('IN') && other === undefined)
    return cut([first.value ?? []].flat()).map((value) => ({
      ...question,
      filter: only({ ...first, value }),
    }));
  return cut(group.criteria).map((criteria) => ({
    ...question,
    filter: { ...question.filter, groups: [{ ...group, criteria }] },
  }));
}

/**
 * The conditions of a question in words: `groupBy with mode, without Accept, on the legacy route`.
 */
export function nameConditions(question: ProductsQuestion): string {
  const {
    route = 'v2',
    accept = JSON_API,
    token,
    destinationId,
    destination,
    limit,
    offset,
    filter,
  } = question;
  const groups = filter?.groups ?? [];
  const most = Math.max(0, ...groups.map(({ criteria }) => criteria.length));
  const among = groups.length === 1 ? 'a group of' : `${groups.length} groups of up to`;
  const named: readonly (readonly [unknown, string])[] = [
    [token, token === null ? 'no token' : 'another token'],
    [
      destinationId,
      destinationId === null ? 'no X-Destination-Id' : `X-Destination-Id ${destinationId}`,
    ],
    [destination, `destination ${destination?.id}`],
    [question.groupBy, 'groupBy'],
    [question.orderBy, 'orderBy'],
    [limit, `limit ${limit}`],
    [offset, `offset ${offset}`],
    [filter?.mode, `mode ${filter?.mode}`],
    [groups[0], `${among} ${most} ${most === 1 ? 'criterion' : 'criteria'}`],
  ];
  const parts = named.flatMap(([condition, words]) => (condition === undefined ? [] : [words]));
  const format =
    accept === JSON_API ? '' : accept === null ? ', without Accept' : `, Accept ${accept}`;
  return `${parts.length === 0 ? 'the plain list' : parts.join(' with ')}${format}, on ${nameRoute(route)}`;
}
