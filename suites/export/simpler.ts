/**
 * Makes simpler variants of a request that shows a violation, to find the condition that causes it.
 */

import { withoutEach } from '../../src/harness/rulebook.js';
import {
  criteriaOf,
  type Operator,
  only,
  takes,
  withOneLess,
} from '../../src/protocol/export/filter.js';
import { isUnknown, JSON_API, type ProductsQuestion } from '../../src/protocol/export/question.js';

/** Each variant leaves out a part of the request. Variants that leave out more come first. */
export function simplerThan(question: ProductsQuestion): readonly ProductsQuestion[] {
  const { route = 'v2', accept = JSON_API, filter, destinationId, headers = [] } = question;
  // On v2 the destination is in the path. There a malformed id would be another mistake than in the
  // header of a legacy route.
  const keepsRoute =
    route === 'v2' || route === 'root' || isUnknown(route) || destinationId !== undefined;
  return [
    ...withoutEach(question, 'filter', 'groupBy', 'orderBy', 'limit', 'offset'),
    ...(accept === JSON_API || asksForError(question) ? [] : [{ ...question, accept: JSON_API }]),
    ...(keepsRoute ? [] : [{ ...question, route: 'v2' as const }]),
    ...withoutEach(question, 'destination', 'headers', 'extra'),
    ...(headers.length < 2 ? [] : headers.map((header) => ({ ...question, headers: [header] }))),
    ...mainAlone(question),
    ...halves(question),
    ...(filter === undefined ? [] : withOneLess(filter).map((filter) => ({ ...question, filter }))),
  ];
}

/**
 * Whether the request must get an error. Its format is not changed, because the errors of the two
 * formats have clauses of their own.
 */
const asksForError = ({ route = 'v2', token, destinationId }: ProductsQuestion): boolean =>
  isUnknown(route) || token !== undefined || destinationId !== undefined;

/** Simple operators, which are rarely the cause if a filter also has others. */
const RARELY_WRONG: readonly Operator[] = ['=', '!=', '>', '<', '>=', '<='];

/**
 * Most faults are in one operator or value, so this variant keeps only the criterion that is most
 * likely at fault.
 */
function mainAlone(question: ProductsQuestion): readonly ProductsQuestion[] {
  const criteria = criteriaOf(question);
  const main = criteria.find(({ operator }) => !RARELY_WRONG.includes(operator)) ?? criteria[0];
  return main === undefined || criteria.length < 2 ? [] : [{ ...question, filter: only(main) }];
}

/** Halves a large group of criteria or a long list of values, because halving needs few steps. */
function halves(question: ProductsQuestion): readonly ProductsQuestion[] {
  const [group, second] = question.filter?.groups ?? [];
  if (group === undefined || second !== undefined) return [];
  const cut = <T>(list: readonly T[]): readonly (readonly T[])[] => {
    const middle = Math.ceil(list.length / 2);
    return list.length < 3 ? [] : [list.slice(0, middle), list.slice(middle)];
  };
  const [first, other] = group.criteria;
  if (first !== undefined && takes(first.operator, 'list') && other === undefined)
    return cut([first.value ?? []].flat()).map((value) => ({
      ...question,
      filter: only({ ...first, value }),
    }));
  return cut(group.criteria).map((criteria) => ({
    ...question,
    filter: { ...question.filter, groups: [{ ...group, criteria }] },
  }));
}
