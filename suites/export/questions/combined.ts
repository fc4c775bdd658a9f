/** Requests that combine a filter with the other query parameters, on each route. */

import { describeFilter, type Filter, only, where } from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { fewGroups, manyGroups, orderColumn, sortable } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { expectedRecords } from '../model/expected-records.js';
import { matching, within } from '../model/key-range.js';
import { type Column, cellValue, isNull, sortedNumbers } from '../model/oracle/column.js';
import { groupsOf } from '../model/oracle/groups.js';
import { LARGEST_TESTED_LIMIT } from '../model/request.js';
import {
  distinguishingFilter,
  ONE_CRITERION,
  type Shape,
  shapeOf,
} from '../wrong-readings/distinguishing-filters.js';
import { filtered } from './filtered.js';
import { filterOfMany } from './many-criteria.js';
import { repeatedRoutes } from './routes.js';

type PossibleQuestions = readonly (ProductsQuestion | undefined)[];

const ORDER = 'a column of numbers or text with two different values, to order by';

/**
 * A filter and the number of records that match it. If the data allows no suitable filter,
 * `missing` describes the missing data.
 */
type FilterOrMissing =
  | { readonly filter: Filter; readonly matching: number; readonly missing?: never }
  | { readonly missing: string };

/**
 * Returns a filter that detects as many kinds of wrong implementations as possible and matches at
 * least two records. `shape` gives its modes and its numbers of criteria.
 */
function filterFor(known: Known, shape: Shape): FilterOrMissing {
  const filter = distinguishingFilter(shape, known);
  if (filter === undefined)
    return { missing: 'two columns in which records have different combinations of values' };
  const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
  return optional.length > 0 || required.length < 2
    ? { missing: `several records for which ${describeFilter(filter)}` }
    : { filter, matching: required.length };
}

/** A limit and an offset that both have an effect if the list has three or more records. */
const windowInside = (count: number): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(LARGEST_TESTED_LIMIT, Math.max(1, Math.floor(count / 3))),
  offset: Math.max(1, Math.floor(count / 3)),
});

/** Two groups with a single criterion each, combined by OR. */
const FILTER_WITH_WINDOW = shapeOf('OR', ONE_CRITERION, ONE_CRITERION);

/** A filter with an order, a limit and an offset. */
export function pagedFilters(known: Known): PossibleQuestions {
  const found = filterFor(known, FILTER_WITH_WINDOW);
  const column = orderColumn(known.survey);
  if (found.missing !== undefined || column === undefined) return [];
  const window = { ...windowInside(found.matching), orderBy: known.orderBy(column) };
  return [
    filtered(known, found.filter, window),
    filtered(known, found.filter, { ...window, accept: PLAIN }),
    // Only the last match is left.
    filtered(known, found.filter, { ...window, limit: 10, offset: found.matching - 1 }),
  ];
}

/** The data that is missing if `pagedFilters` returns no questions. */
export const missingForPaged = (known: Known): string =>
  filterFor(known, FILTER_WITH_WINDOW).missing ?? ORDER;

/**
 * Filters with `groupBy`: a narrow one, and filters of many criteria, because a server may build
 * the statement of a grouped list by other code, which lacks an operator.
 */
export function groupedFilters(known: Known): PossibleQuestions {
  const column = fewGroups(known.survey);
  if (column === undefined) return [];
  const filters = [
    narrowFilter(known.survey, column),
    filterOfMany('OR', 'criteria', known),
    filterOfMany('AND', 'criteria', known),
  ];
  return filters.map(
    (filter) => filter && filtered(known, filter, { groupBy: column.name, limit: DEFAULT_LIMIT }),
  );
}

/**
 * Returns a filter for `groupBy` with this column. It matches records of at least one group, and of
 * at most half of the groups.
 */
function narrowFilter(survey: Survey, column: Column): Filter | undefined {
  const { records } = survey;
  const allGroups = new Set(groupsOf(records, column)).size;
  const isNarrow = (by: Column, bound: number): boolean => {
    const matches = records.filter(
      (record) => !isNull(record, by) && Number(cellValue(record, by.name)) < bound,
    );
    const groups = new Set(groupsOf(matches, column)).size;
    return groups > 0 && groups * 2 <= allGroups;
  };
  const columns = sortable(survey).filter(
    ({ kind, name }) => kind === 'number' && name !== column.name,
  );
  for (const by of columns) {
    const bound = boundsOf(by).find((one) => isNarrow(by, one));
    if (bound !== undefined) return only(where(by.name, '<', bound));
  }
  return undefined;
}

/**
 * Upper bounds for a filter with `<`: about a third of the different numbers of the column are
 * below the first bound, about a sixth below the second, and so on.
 */
function boundsOf(column: Column): readonly number[] {
  const numbers = sortedNumbers(column);
  const bounds: number[] = [];
  for (let at = Math.floor(numbers.length / 3); at > 0; at = Math.floor(at / 2))
    bounds.push(numbers[at] ?? 0);
  return bounds;
}

const SHAPES_ON_LEGACY_ROUTE: readonly Shape[] = [
  shapeOf(undefined, ['OR', 2], ONE_CRITERION),
  shapeOf('OR', [undefined, 2], ['OR', 2]),
  shapeOf(undefined, ONE_CRITERION, ONE_CRITERION),
];

/** Requests on the legacy route that together contain every query parameter. */
export function legacyParameters(known: Known): PossibleQuestions {
  const route = 'legacy';
  const by = orderColumn(known.survey);
  if (by === undefined) return [];
  const orderBy = known.orderBy(by);
  const filters = SHAPES_ON_LEGACY_ROUTE.flatMap((shape) => {
    const found = filterFor(known, shape);
    return found.missing === undefined
      ? [filtered(known, found.filter, { route, orderBy, ...windowInside(found.matching) })]
      : [];
  });
  if (filters.length < SHAPES_ON_LEGACY_ROUTE.length) return [];
  const [first, ...others] = filters;
  const column = fewGroups(known.survey);
  const narrow = column && narrowFilter(known.survey, column);
  const grouped = column && ({ route, groupBy: column.name, limit: DEFAULT_LIMIT } as const);
  return [
    first,
    manyGroupsOnLegacy(known, column),
    ...others,
    grouped && within(known, grouped),
    within(known, { route, orderBy, limit: 5, offset: 7, accept: PLAIN }),
    grouped && narrow && filtered(known, narrow, grouped),
  ];
}

/**
 * Returns a request with `groupBy` for all groups except the first. Its filter has a mode but no
 * criteria. A column with many groups is preferred.
 */
function manyGroupsOnLegacy(known: Known, few: Column | undefined): ProductsQuestion | undefined {
  const column = manyGroups(known.survey) ?? few;
  return (
    column &&
    within(known, {
      route: 'legacy',
      groupBy: column.name,
      offset: 1,
      filter: { mode: 'OR', groups: [] },
      accept: null,
    })
  );
}

/** The data that is missing if `legacyParameters` returns no questions. */
export function missingForLegacy(known: Known): string {
  if (orderColumn(known.survey) === undefined) return ORDER;
  const missing = SHAPES_ON_LEGACY_ROUTE.flatMap((shape) => filterFor(known, shape).missing ?? []);
  return missing[0] ?? ORDER;
}

/** Requests on the filtered route with each parameter except filters. */
export function parametersOnFilteredRoute(known: Known): PossibleQuestions {
  const { survey, comparisonRules } = known;
  const [route] = repeatedRoutes(survey, comparisonRules);
  const by = orderColumn(survey);
  if (route === undefined || by === undefined) return [];
  // A path cannot be restricted to the key range. Only the matches within the range are known.
  const { required } = matching({ route }, { ...known, whole: survey });
  const column = fewGroups(survey, route.column);
  const groups = column === undefined ? 0 : new Set(groupsOf(required, column)).size;
  // The requested page leaves out the first and the last group.
  const window = groups > 2 ? { offset: 1, limit: groups - 2 } : { limit: DEFAULT_LIMIT };
  return [
    { route, orderBy: known.orderBy(by), ...windowInside(required.length) },
    column && { route, groupBy: column.name, ...window, accept: null },
  ];
}
