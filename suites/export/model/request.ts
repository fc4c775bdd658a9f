/** Reads filters, columns and windows from a products request. */

import { memoizedByObject } from '../../../src/memoized.js';
import { type Filter, only, where } from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';

/**
 * For a larger limit than the default a server may return fewer records, because the specification
 * names no maximum.
 */
export const LARGEST_TESTED_LIMIT = DEFAULT_LIMIT;

/** The columns of the filter and of `orderBy`, but not of `groupBy`. */
export function columnsIn({ filter, orderBy }: ProductsQuestion): readonly string[] {
  const filtered = (filter?.groups ?? []).flatMap(({ criteria }) =>
    criteria.map(({ column }) => column),
  );
  return [...new Set(orderBy === undefined ? filtered : [...filtered, orderBy])];
}

/** The filter of a legacy filtered route. The value in its path is split at commas. */
const pathFilter = memoizedByObject((columns: Known['survey']['columns']) =>
  memoizedByObject(({ column: name, value }: FilteredRoute): Filter => {
    const isNumber = columns.get(name)?.kind === 'number';
    const parts = value
      .split(',')
      .map((part) => (isNumber && Number.isFinite(Number(part)) ? Number(part) : part));
    return only(where(name, 'IN', parts));
  }),
);

/** The filter of a request, from its path or its query; undefined if there is none, or no group. */
export function filterIn(
  { route = 'v2', filter }: ProductsQuestion,
  known: Known,
): Filter | undefined {
  if (typeof route === 'object' && !isUnknown(route))
    return pathFilter(known.survey.columns)(route);
  return filter?.groups.length === 0 ? undefined : filter;
}

/**
 * Whether the request has a filter and its window has no effect: it has no offset, and its limit is
 * missing or equal to `pageSize`, the size of the largest known page.
 */
export const isFilteredWithoutWindow = (
  { limit, offset, filter, route = 'v2' }: ProductsQuestion,
  pageSize?: number,
): boolean =>
  offset === undefined &&
  (filter !== undefined || typeof route === 'object') &&
  (limit === undefined || limit === pageSize);
