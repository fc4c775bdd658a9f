/** Decides whether the document allows a target to refuse a request that has no mistake. */

import type { Answer } from '../../../src/http/answer.js';
import type { Criterion, Scalar } from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Known } from './data.js';
import { mayBeEnumeration } from './oracle/column.js';

/** Statuses with which servers refuse a long request. */
export const TOO_LONG: ReadonlySet<number> = new Set([413, 414, 431]);

/** The number of characters of a URL above which some servers refuse the request with 400. */
const LONG_URL = 4_000;

/** The number of values above which a target may refuse a list (EXP-FILT-6). */
const LONG_LIST = 16;

/**
 * Whether a request names a column of another destination. That destination may have other columns
 * or no data, so its response is not specified.
 */
export const namesForeignColumns = (
  { destination, route, filter, orderBy, groupBy }: ProductsQuestion,
  target: ExportTarget,
): boolean =>
  destination !== undefined &&
  destination.id !== target.destination?.id &&
  (typeof route === 'object' || (filter ?? orderBy ?? groupBy) !== undefined);

/**
 * Whether the document allows a refusal with 4xx: for groupBy with filters or an order
 * (EXP-GROUP-2), for very long requests and very large limits, and for values that the type of a
 * column may not accept.
 */
export function isOpenRefusal(
  { status, request }: Answer,
  question: ProductsQuestion,
  known: Known | undefined,
): boolean {
  const { route, groupBy, orderBy, filter, limit } = question;
  if (status >= 500) return false;
  const namesColumns = typeof route === 'object' || (filter ?? orderBy ?? groupBy) !== undefined;
  if (known?.survey.foreignTraffic !== undefined && namesColumns) return true;
  if (groupBy !== undefined && (orderBy ?? filter) !== undefined) return true;
  const largest = Math.max(100, known?.survey.pageSize ?? 0);
  if (typeof limit === 'number' && limit > largest) return true;
  if (request.url.length > LONG_URL || hasUnusualPath(question)) return true;
  const criteria = filter?.groups.flatMap((group) => group.criteria) ?? [];
  return criteria.some((criterion) => mayRefuse(criterion, known));
}

/**
 * Whether an HTTP layer may refuse the path before the API reads it, as IIS does with a path that
 * is escaped twice.
 */
const hasUnusualPath = ({ route }: ProductsQuestion): boolean =>
  typeof route === 'object' && !isUnknown(route) && !/^[\p{L}\p{N} ,._-]+$/u.test(route.value);

/** Whether a value is a number that does not fit into 32 bits, or an empty or blank text. */
const isExtreme = (value: Scalar | null): boolean =>
  typeof value === 'number' ? Math.abs(value) >= 2 ** 31 : value !== null && value.trim() === '';

/**
 * Whether a target may refuse the values of a criterion. It may if there are many values, or if a
 * value is extreme. It also may if the column may be an enumeration that lacks a value.
 */
function mayRefuse({ column: name, operator, value }: Criterion, known: Known | undefined) {
  const values = typeof value === 'object' ? (value ?? []) : [value];
  const column = known?.survey.columns.get(name);
  if (values.length > LONG_LIST || values.some(isExtreme)) return true;
  if (column === undefined || column.kind !== 'text' || known === undefined) return false;
  const isStrange = operator.includes('LIKE') || values.some((one) => !column.values.has(one));
  return known.survey.total < 3 || (mayBeEnumeration(column) && isStrange);
}
