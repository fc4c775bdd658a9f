import { describeFilter } from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';
import { surveyFor, withoutRange } from './key-range.js';

/**
 * Describes the records that a request selects, for example `5 records where price = 13 (limit
 * 100)`. `lead` is the beginning of the text, such as `5` or `the`. Of large data, only a range of
 * keys is read and tested. The range is described separately, as in `with id from 100 to 199`.
 */
export function describeRecords(
  request: ProductsQuestion,
  known: Known | undefined,
  lead: string,
): string {
  const keyRange = known && surveyFor(request, known).keyRange;
  const { route = 'v2', filter, orderBy, groupBy, limit, offset } = withoutRange(request, known);
  // The legacy filtered route has a value of a column in its path.
  const isFilteredRoute = typeof route === 'object' && !isUnknown(route);
  const criteria = [
    ...(isFilteredRoute ? [`${route.column} is ${route.value}`] : []),
    ...(filter === undefined || filter.groups.length === 0 ? [] : [describeFilter(filter)]),
  ];
  const conditions = describeConditions({ orderBy, groupBy, limit, offset });
  const isSingular = lead === '1' || lead.endsWith(' 1');
  return [
    lead,
    isSingular ? 'record' : 'records',
    ...(criteria.length === 0 ? [] : [`where ${criteria.join(' and ')}`]),
    ...(keyRange === undefined ? [] : [`with ${describeRange(keyRange)}`]),
    ...(conditions.length === 0 ? [] : [`(${conditions.join(', ')})`]),
  ].join(' ');
}

/** The records of all pages: the order and the window of the request are left out. */
export const describeAllRecords = (
  request: ProductsQuestion,
  known: Known | undefined,
  lead: string,
): string =>
  describeRecords(
    { ...request, orderBy: undefined, groupBy: undefined, limit: undefined, offset: undefined },
    known,
    lead,
  );

/** The parameters of a request besides its filter, in words. */
export function describeConditions({
  orderBy,
  groupBy,
  limit,
  offset,
}: Pick<ProductsQuestion, 'orderBy' | 'groupBy' | 'limit' | 'offset'>): readonly string[] {
  return [
    ...(groupBy === undefined ? [] : [`grouped by ${groupBy}`]),
    ...(orderBy === undefined ? [] : [`ordered by ${orderBy}`]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
  ];
}

/** Describes a range of keys, for example `id from 100 to 199`. */
function describeRange(keyRange: NonNullable<Known['survey']['keyRange']>): string {
  const bounds = keyRange.map(({ value }) => value).join(' to ');
  return `${keyRange[0]?.column} from ${bounds}`;
}
