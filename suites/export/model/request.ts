/** Reads filters, columns and windows from a products request. */

import { type Filter, only, where } from '../../../src/protocol/export/filter.js';
import {
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';

/** A server may return fewer records for a larger limit. */
export const LARGEST_TESTED_LIMIT = 100;

export const columnsIn = ({ filter, orderBy }: ProductsQuestion): readonly string[] => [
  ...new Set(
    [
      filter?.groups.flatMap(({ criteria }) => criteria.map(({ column }) => column)),
      orderBy,
    ].flatMap((one) => one ?? []),
  ),
];

/** The filter of a legacy filtered route. The value in its path is split at commas. */
function pathFilter({ column: name, value }: FilteredRoute, { survey }: Known): Filter {
  const isNumber = survey.columns.get(name)?.kind === 'number';
  const parts = value
    .split(',')
    .map((part) => (isNumber && Number.isFinite(Number(part)) ? Number(part) : part));
  return only(where(name, 'IN', parts));
}

/** The filter of a request, from its path or from its query. */
export function filterIn(
  { route = 'v2', filter }: ProductsQuestion,
  known: Known,
): Filter | undefined {
  if (typeof route === 'object' && !isUnknown(route)) return pathFilter(route, known);
  return filter?.groups.length === 0 ? undefined : filter;
}

/**
 * The request has a filter, and its window has no effect: no offset, and no limit or the size of
 * the largest known page as limit.
 */
export const isWide = (
  { limit, offset, filter, route = 'v2' }: ProductsQuestion,
  pageSize?: number,
): boolean =>
  offset === undefined &&
  (filter !== undefined || typeof route === 'object') &&
  (limit === undefined || limit === pageSize);
