import { withoutEach } from '../../src/harness/suite.js';
import { type Operator, only, withOneLess } from '../../src/protocol/export/filter.js';
import { isUnknown, JSON_API, nameRoute, type ProductsQuestion } from '../../src/protocol/export/question.js';

/** A question with one condition less, the larger ones first. */
export function simplerThan(question: ProductsQuestion): readonly ProductsQuestion[] {
  const { route = 'v2', accept = JSON_API, filter, destinationId, headers = [] } = question;
  const isPlain = route === 'v2' || route === 'root' || isUnknown(route) || destinationId !== undefined;
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

/** A filter of many criteria, reduced to the one most likely at fault: most faults are of one operator or value. */
function mainAlone(question: ProductsQuestion): readonly ProductsQuestion[] {
  const criteria = question.filter?.groups.flatMap((group) => group.criteria) ?? [];
  const main = criteria.find(({ operator }) => !SIMPLE.includes(operator)) ?? criteria[0];
  return main === undefined || criteria.length < 2 ? [] : [{ ...question, filter: only(main) }];
}

/** A group of many criteria or a list of many values, cut in two: what is wrong with one of them is found in a few steps. */
function halves(question: ProductsQuestion): readonly ProductsQuestion[] {
  const [group, second] = question.filter?.groups ?? [];
  if (group === undefined || second !== undefined) return [];
  const cut = <T>(list: readonly T[]): readonly (readonly T[])[] => {
    const middle = Math.ceil(list.length / 2);
    return list.length < 3 ? [] : [list.slice(0, middle), list.slice(middle)];
  };
  const [first, other] = group.criteria;
  if (first?.operator.endsWith('IN') && other === undefined)
    return cut([first.value ?? []].flat()).map((value) => ({ ...question, filter: only({ ...first, value }) }));
  return cut(group.criteria).map((criteria) => ({
    ...question,
    filter: { ...question.filter, groups: [{ ...group, criteria }] },
  }));
}

/** The conditions of a question in words: `groupBy with mode, without Accept, on the legacy route`. */
export function nameConditions(question: ProductsQuestion): string {
  const { route = 'v2', accept = JSON_API, token, destinationId, destination, limit, offset, filter } = question;
  const groups = filter?.groups ?? [];
  const most = Math.max(0, ...groups.map(({ criteria }) => criteria.length));
  const among = groups.length === 1 ? 'a group of' : `${groups.length} groups of up to`;
  const named: readonly (readonly [unknown, string])[] = [
    [token, token === null ? 'no token' : 'another token'],
    [destinationId, destinationId === null ? 'no X-Destination-Id' : `X-Destination-Id ${destinationId}`],
    [destination, `destination ${destination?.id}`],
    [question.groupBy, 'groupBy'],
    [question.orderBy, 'orderBy'],
    [limit, `limit ${limit}`],
    [offset, `offset ${offset}`],
    [filter?.mode, `mode ${filter?.mode}`],
    [groups[0], `${among} ${most} ${most === 1 ? 'criterion' : 'criteria'}`],
  ];
  const parts = named.flatMap(([condition, words]) => (condition === undefined ? [] : [words]));
  const format = accept === JSON_API ? '' : accept === null ? ', without Accept' : `, Accept ${accept}`;
  return `${parts.length === 0 ? 'the plain list' : parts.join(' with ')}${format}, on ${nameRoute(route)}`;
}
