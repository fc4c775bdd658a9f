import {
  type Filter,
  isNegation,
  NEGATED,
  type Operator,
  type PositiveOperator,
} from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import type { Known } from '../survey/data.js';
import { JUDGED, withoutRange } from './matching.js';

/** The clause that each aspect of a page belongs to. */
export type Clauses = Readonly<Record<'window' | 'records' | 'total' | 'order' | 'groups', ClauseId>>;

/** The clause of each condition of a request: that of the route, of filters with other parameters, or its own. */
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
    return every('EXP-ROUTE-5', !isUnknown(route) && route.value.includes(',') ? 'EXP-ROUTE-4' : 'EXP-ROUTE-3');
  if (route === 'legacy') return every('EXP-ROUTE-7', bare && filter === undefined ? 'EXP-ROUTE-2' : 'EXP-ROUTE-7');
  if (filter !== undefined) {
    const alone = clauseOfFilter(filter);
    return every('EXP-FILT-12', alone, bare ? alone : 'EXP-FILT-12');
  }
  const own = { total: 'EXP-LIST-7', order: 'EXP-SORT-1', groups: 'EXP-GROUP-1' } as const;
  // Without an order as many records came in one answer.
  const isWhole = orderBy !== undefined && offset === undefined && Number(limit) > JUDGED;
  if (isWhole && limit === known?.survey.pageSize) return { window: 'EXP-SORT-2', records: 'EXP-SORT-2', ...own };
  const window = limit === undefined && offset === undefined ? 'EXP-LIST-5' : 'EXP-LIST-6';
  return { window, records: 'EXP-LIST-6', ...own };
}

/** Whether a filtered request asks for as many records as one answer holds: its window shows nothing. */
export const isWide = ({ limit, offset, filter, route = 'v2' }: ProductsQuestion, pageSize?: number): boolean =>
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

function clauseOfFilter({ groups }: Filter): ClauseId {
  const [first] = groups;
  const [criterion, second] = first?.criteria ?? [];
  if (groups.length === 1)
    return second === undefined && criterion !== undefined ? clauseOfOperator(criterion.operator) : 'EXP-FILT-9';
  return groups.every(({ criteria }) => criteria.length === 1) ? 'EXP-FILT-10' : 'EXP-FILT-11';
}
