/**
 * Decides whether the document leaves open which records a request with these parameters returns.
 */

import {
  type Criterion,
  type Filter,
  type Operator,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import {
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';
import { type Column, hasOnlyDates } from './oracle/column.js';

export function parametersAreOpen(request: ProductsQuestion, known: Known | undefined): boolean {
  const { orderBy, groupBy, filter, route = 'v2' } = request;
  if (isOpenWindow(request)) return true;
  if ((orderBy ?? groupBy ?? filter) === undefined && typeof route === 'string') return false;
  if (known === undefined || namesOpenColumn(request, known)) return true;
  if (typeof route === 'object' && (isUnknown(route) || !isPlainPath(route, known))) return true;
  return filter !== undefined && isOpenFilter(filter, request, known);
}

function isOpenWindow({ limit, offset }: ProductsQuestion): boolean {
  if (typeof limit === 'string' || typeof offset === 'string') return true;
  return (limit !== undefined && limit < 1) || (offset !== undefined && offset < 0);
}

function namesOpenColumn({ orderBy, groupBy }: ProductsQuestion, known: Known): boolean {
  const columns = [...known.survey.columns.values()];
  const isOrdered = columns.some(
    (column) => isOrderable(column) && known.orderBy(column) === orderBy,
  );
  const isGrouped = columns.some((column) => isUsable(column) && column.name === groupBy);
  return (orderBy !== undefined && !isOrdered) || (groupBy !== undefined && !isGrouped);
}

function isOpenFilter(
  { groups }: Filter,
  { route, wireEncoding }: ProductsQuestion,
  known: Known,
): boolean {
  if (typeof route === 'object') return true;
  return groups.some(
    ({ criteria }) =>
      criteria.length === 0 || criteria.some((one) => isOpenCriterion(one, known, wireEncoding)),
  );
}

/** Dates in ISO 8601 have the same order in every collation. */
const isOrderable = (column: Column): boolean => isUsable(column) || hasOnlyDates(column);

const isUsable = ({ kind }: Column): boolean => kind === 'number' || kind === 'text';

/**
 * Whether the value reaches a server unchanged in a path. Some servers split a path at slashes, cut
 * it at semicolons, and remove dots or trailing blanks. A line break counts as data.
 */
function isPlainPath({ column, value }: FilteredRoute, { survey }: Known): boolean {
  const found = survey.columns.get(column);
  return (
    found !== undefined &&
    isUsable(found) &&
    !column.includes('/') &&
    !/[/;]|^\.+$|[^\S\n]$|^$/.test(value)
  );
}

function isOpenCriterion(
  { column: name, operator, value }: Criterion,
  known: Known,
  wireEncoding: WireEncoding | undefined,
): boolean {
  const column = known.survey.columns.get(name);
  if (column === undefined || !(isUsable(column) || (value === null && column.kind === 'typed')))
    return true;
  if (value === null) return !takes(operator, 'null') || !isKnownNull(known, wireEncoding);
  if (takes(operator, 'null')) return true;
  const values = typeof value === 'object' ? value : [value];
  if (column.kind === 'number' && values.some((one) => typeof one !== 'number')) return true;
  const isList = typeof value === 'object';
  if (isList !== takes(operator, 'list', 'range')) return true;
  return isList && (hasOpenLength(operator, values) || isOpenList(values, known, wireEncoding));
}

const hasOpenLength = (operator: Operator, { length }: readonly Scalar[]): boolean =>
  takes(operator, 'range') ? length !== 2 : length === 0;

function isKnownNull({ nullSpelling }: Known, wireEncoding: WireEncoding | undefined): boolean {
  const written = wireEncoding?.nullSpelling ?? 'NULL';
  return nullSpelling !== undefined && written === nullSpelling;
}

/**
 * The value of `IN` or `BETWEEN` is a list. Its result is open if the server may not accept the
 * encoding of the list, or if an item contains the comma that separates the items.
 */
function isOpenList(
  values: readonly Scalar[],
  { survey: { foreignTraffic }, wireEncoding: learned }: Known,
  wireEncoding: WireEncoding | undefined,
): boolean {
  const encoding = wireEncoding?.arrayEncoding ?? 'indexed';
  const accepted = foreignTraffic === undefined ? learned.arrayEncoding : foreignTraffic.lists;
  if (encoding !== accepted) return true;
  return encoding === 'comma' && values.some((value) => String(value).includes(','));
}
