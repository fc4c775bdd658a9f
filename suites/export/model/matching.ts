import {
  alongWith,
  type Criterion,
  describeCriterion,
  describeFilter,
  type Filter,
  type Group,
  isNegation,
  NEGATED,
  type Operator,
  only,
  type PositiveOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import {
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import type { Known, Survey } from './data.js';
import { type ExpectedRecords, expectedRecords } from './expected-records.js';

/** Limits judged: a target may cap larger ones. */
export const JUDGED = 100;

/** The records that a request asks for, and those that it may ask for. */
export function matching(request: ProductsQuestion, known: Known): ExpectedRecords {
  const filter = filterIn(request, known);
  const survey = surveyFor(request, known);
  return filter === undefined
    ? { required: survey.records, optional: [] }
    : expectedRecords(filter, survey, known.comparisonRules);
}

export const columnsIn = ({ filter, orderBy }: ProductsQuestion): readonly string[] => [
  ...new Set(
    [
      filter?.groups.flatMap(({ criteria }) => criteria.map(({ column }) => column)),
      orderBy,
    ].flatMap((one) => one ?? []),
  ),
];

/** A request in words: its filter or path, its order, groups and window. */
export function describeRequest({
  route = 'v2',
  filter,
  orderBy,
  groupBy,
  limit,
  offset,
}: ProductsQuestion): string {
  const parts = [
    ...(typeof route === 'object' && !isUnknown(route)
      ? [`${route.column} is ${route.value}`]
      : []),
    ...(filter === undefined ? [] : [describeFilter(filter)]),
    ...Object.entries({ orderBy, groupBy, limit, offset }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    ),
  ];
  return parts.length === 0 ? 'all records' : parts.join(', ');
}

/**
 * The filter that the path of the legacy filtered route stands for: its values, split at commas,
 * are one list.
 */
function pathFilter({ column: name, value }: FilteredRoute, { survey }: Known): Filter {
  const isNumber = survey.columns.get(name)?.kind === 'number';
  const parts = value
    .split(',')
    .map((part) => (isNumber && Number.isFinite(Number(part)) ? Number(part) : part));
  return only(where(name, 'IN', parts));
}

/** What a request filters by, in its path or its query; undefined where it asks for everything. */
export function filterIn(
  { route = 'v2', filter }: ProductsQuestion,
  known: Known,
): Filter | undefined {
  if (typeof route === 'object' && !isUnknown(route)) return pathFilter(route, known);
  return filter?.groups.length === 0 ? undefined : filter;
}

/**
 * The survey that a question is judged by: that of the key range where its filter picks no record
 * outside of it.
 */
export function surveyFor(question: ProductsQuestion, known: Known): Survey {
  const { survey, whole } = known;
  const { keyRange } = survey;
  const filter = filterIn(question, known);
  if (filter === undefined || keyRange === undefined) return whole;
  const picks = (criterion: Criterion): boolean =>
    keyRange.every((bound) => isSame(criterion, bound) || isWithin(criterion, bound));
  const holds = ({ mode, criteria }: Group): boolean =>
    mode === 'OR'
      ? criteria.every(picks)
      : criteria.some(picks) ||
        keyRange.every((bound) => criteria.some((criterion) => isSame(criterion, bound)));
  const isInside = filter.mode === 'OR' ? filter.groups.every(holds) : filter.groups.some(holds);
  return isInside ? survey : whole;
}

const isSame = (a: Criterion, b: Criterion): boolean =>
  describeCriterion(a) === describeCriterion(b);

/** Whether a criterion names values of the key, none beyond a bound of the range. */
const isWithin = ({ column, operator, value }: Criterion, bound: Criterion): boolean =>
  column === bound.column &&
  ['=', 'IN', 'BETWEEN'].includes(operator) &&
  [value]
    .flat()
    .every(
      (one) =>
        typeof one === 'number' &&
        (bound.operator === '>=' ? one >= Number(bound.value) : one <= Number(bound.value)),
    );

/**
 * The question asked of the key range alone; as it is where all data is known, or its filter or
 * route has no place for it.
 */
export function within<Q extends ProductsQuestion>(known: Known, question: Q): Q {
  const { keyRange } = known.survey;
  const { filter, route } = question;
  const isInside = surveyFor(question, known) === known.survey;
  if (keyRange === undefined || isInside || typeof route === 'object') return question;
  const inside =
    filter === undefined || filter.groups.length === 0
      ? { ...filter, ...only(...keyRange) }
      : alongWith(filter, keyRange);
  return inside === undefined
    ? question
    : { wireEncoding: known.wireEncoding, ...question, filter: inside };
}

/**
 * A question without the criteria that only keep it inside the key range: what is judged is asked
 * by the others.
 */
export function withoutRange<Q extends ProductsQuestion>(question: Q, known: Known | undefined): Q {
  const keyRange = known?.survey.keyRange ?? [];
  const { filter } = question;
  if (known === undefined || filter === undefined || surveyFor(question, known) === known.whole)
    return question;
  const groups = filter.groups
    .map((group) => ({
      ...group,
      criteria: group.criteria.filter((one) => !keyRange.some((other) => isSame(one, other))),
    }))
    .filter(({ criteria }) => criteria.length > 0);
  return { ...question, filter: groups.length === 0 ? undefined : { ...filter, groups } };
}

/**
 * Questions about a list: of all data, where it is known. Else the first is asked of all data, for
 * a filter may hide a fault, and the others inside the key range, where their answers are judged
 * exactly.
 */
export function everywhere(
  known: Known,
  questionsOn: (part: Survey) => readonly ProductsQuestion[],
): readonly ProductsQuestion[] {
  const [first, ...others] = questionsOn(known.whole);
  if (first === undefined || known.survey.keyRange === undefined) return questionsOn(known.whole);
  const inside = questionsOn(known.survey).map((question) => within(known, question));
  return [first, ...inside.slice(1), ...inside.slice(0, 1), ...others];
}

/** The clause that each aspect of a page belongs to. */
type Clauses = Readonly<Record<'window' | 'records' | 'total' | 'order' | 'groups', ClauseId>>;

/**
 * The clause of each condition of a request: that of the route, of filters with other parameters,
 * or its own.
 */
export function clausesFor(asked: ProductsQuestion, known?: Known): Clauses {
  const request = withoutRange(asked, known);
  const { route = 'v2', offset, orderBy, groupBy } = request;
  const limit = isWide(request, known?.survey.pageSize) ? undefined : request.limit;
  // A mode alone filters nothing.
  const filter = request.filter?.groups.length === 0 ? undefined : request.filter;
  const bare = [limit, offset, orderBy, groupBy].every((one) => one === undefined);
  const every = (clause: ClauseId, records = clause, total = clause): Clauses => {
    return { window: clause, records, total, order: clause, groups: clause };
  };
  if (typeof route === 'object')
    return every(
      'EXP-ROUTE-5',
      !isUnknown(route) && route.value.includes(',') ? 'EXP-ROUTE-4' : 'EXP-ROUTE-3',
    );
  if (route === 'legacy')
    return every('EXP-ROUTE-7', bare && filter === undefined ? 'EXP-ROUTE-2' : 'EXP-ROUTE-7');
  if (filter !== undefined) {
    const alone = clauseOfFilter(filter);
    return every('EXP-FILT-12', alone, bare ? alone : 'EXP-FILT-12');
  }
  const own = { total: 'EXP-LIST-7', order: 'EXP-SORT-1', groups: 'EXP-GROUP-1' } as const;
  // Without an order as many records came in one answer.
  const isWhole = orderBy !== undefined && offset === undefined && Number(limit) > JUDGED;
  if (isWhole && limit === known?.survey.pageSize)
    return { window: 'EXP-SORT-2', records: 'EXP-SORT-2', ...own };
  const window = limit === undefined && offset === undefined ? 'EXP-LIST-5' : 'EXP-LIST-6';
  return { window, records: 'EXP-LIST-6', ...own };
}

/**
 * Whether a filtered request asks for as many records as one answer holds: its window shows
 * nothing.
 */
export const isWide = (
  { limit, offset, filter, route = 'v2' }: ProductsQuestion,
  pageSize?: number,
): boolean =>
  offset === undefined &&
  (filter !== undefined || typeof route === 'object') &&
  (limit === undefined || limit === pageSize);

/** A negation has the clause of what it negates. */
const OPERATOR_CLAUSES: Readonly<Record<PositiveOperator | 'IS', ClauseId>> = {
  '=': 'EXP-FILT-1',
  ...{ '>': 'EXP-FILT-2', '<': 'EXP-FILT-2', '>=': 'EXP-FILT-2', '<=': 'EXP-FILT-2' },
  LIKE: 'EXP-FILT-3',
  ILIKE: 'EXP-FILT-5',
  IN: 'EXP-FILT-6',
  IS: 'EXP-FILT-8',
  BETWEEN: 'EXP-FILT-7',
};
const clauseOfOperator = (operator: Operator): ClauseId =>
  OPERATOR_CLAUSES[isNegation(operator) ? NEGATED[operator] : operator];

/** A value that may be taken for none. */
const isBlank = ({ value }: Criterion): boolean => typeof value === 'string' && value.trim() === '';

function clauseOfFilter({ groups }: Filter): ClauseId {
  const [first] = groups;
  const [criterion, second] = first?.criteria ?? [];
  if (groups.length === 1 && second === undefined && criterion !== undefined)
    return isBlank(criterion) ? 'EXP-FILT-14' : clauseOfOperator(criterion.operator);
  if (groups.length === 1) return 'EXP-FILT-9';
  return groups.every(({ criteria }) => criteria.length === 1) ? 'EXP-FILT-10' : 'EXP-FILT-11';
}
