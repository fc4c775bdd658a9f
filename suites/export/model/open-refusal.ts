/** Decides whether the document allows a server to refuse a request that has no mistake. */

import type { Answer } from '../../../src/http/answer.js';
import {
  type Criterion,
  criteriaOf,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Known } from './data.js';
import { mayBeEnumeration, sortedNumbers } from './oracle/column.js';

/** Statuses with which servers refuse a long request. */
export const TOO_LONG: ReadonlySet<number> = new Set([413, 414, 431]);

/** Some servers refuse a URL with more than this number of characters. */
const LONG_URL = 4_000;

/** A server may refuse a list with more than this number of values (EXP-FILT-6). */
const LONG_LIST = 16;

/** A server may refuse a filter with more than this number of criteria. */
const MANY_CRITERIA = 20;

/** Another destination may have other columns or no data, so its response is not specified. */
export const namesForeignColumns = (
  { destination, route, filter, orderBy, groupBy }: ProductsQuestion,
  target: ExportTarget,
): boolean =>
  destination !== undefined &&
  destination.id !== target.destination?.id &&
  (typeof route === 'object' || (filter ?? orderBy ?? groupBy) !== undefined);

/**
 * A refusal with a status below 500 is allowed for groupBy with filters or an order (EXP-GROUP-2),
 * for very long requests, very large limits, very many criteria, unusual paths and a semicolon that
 * is not escaped, and for values that a column may not accept.
 */
export function isOpenRefusal(
  answer: Answer,
  question: ProductsQuestion,
  known: Known | undefined,
): boolean {
  const { status, request } = answer;
  const { route, groupBy, orderBy, filter, limit } = question;
  if (status >= 500) return false;
  const namesColumns = typeof route === 'object' || (filter ?? orderBy ?? groupBy) !== undefined;
  // The columns of the data are unknown if the traffic of other clients was recorded.
  if (known?.survey.foreignTraffic !== undefined && namesColumns) return true;
  if (groupBy !== undefined && (orderBy ?? filter) !== undefined) return true;
  if (question.wireEncoding?.rawSemicolon === true) return true;
  const largest = Math.max(DEFAULT_LIMIT, known?.survey.pageSize ?? 0);
  if (typeof limit === 'number' && limit > largest) return true;
  if (request.url.length > LONG_URL || hasUnusualPath(question))
    return !isLostRoute(answer, question);
  const criteria = criteriaOf({ filter });
  if (criteria.length > MANY_CRITERIA) return true;
  return criteria.some((criterion) => mayRefuse(criterion, known));
}

/**
 * An HTTP layer may refuse the path before the API reads it. For example, IIS refuses a path that
 * is escaped twice.
 */
const hasUnusualPath = ({ route }: ProductsQuestion): boolean =>
  typeof route === 'object' && !isUnknown(route) && !/^[\p{L}\p{N} ,._-]+$/u.test(route.value);

/**
 * The API itself reports that a path with a value is an unknown route. This happens if the pattern
 * of the router is too narrow: in many languages a dot of a regular expression matches no line
 * break. Values with characters that proxies change, such as a slash, are left out.
 */
function isLostRoute({ status, text }: Answer, { route }: ProductsQuestion): boolean {
  const isOfValue = typeof route === 'object' && !isUnknown(route);
  const isData = isOfValue && !/[/\\%;]|^\.*$/.test(route.value);
  return status === 404 && isData && text.includes('Requested route was not found');
}

/** A number that does not fit into 32 bits, or an empty or blank text. */
const isExtreme = (value: Scalar | null): boolean =>
  typeof value === 'number' ? Math.abs(value) >= 2 ** 31 : value !== null && value.trim() === '';

/** A number with decimals, which a request contains as a text. */
const hasFraction = (value: Scalar | null): boolean =>
  value !== null &&
  String(value).trim() !== '' &&
  Number(value) % 1 !== 0 &&
  !Number.isNaN(Number(value));

/**
 * A refusal is allowed for a list of many values, for an extreme value, for a fraction in a column
 * of whole numbers, and for an unknown value of a column that may be an enumeration. Fewer than
 * three records do not show whether a column is an enumeration.
 */
function mayRefuse({ column: name, operator, value }: Criterion, known: Known | undefined) {
  const values = typeof value === 'object' ? (value ?? []) : [value];
  const column = known?.survey.columns.get(name);
  if (values.length > LONG_LIST || values.some(isExtreme)) return true;
  if (column?.kind === 'number' && values.some(hasFraction))
    return sortedNumbers(column).every(Number.isInteger);
  if (column === undefined || column.kind !== 'text' || known === undefined) return false;
  const mayBeUnknown = takes(operator, 'pattern') || values.some((one) => !column.values.has(one));
  return known.survey.total < 3 || (mayBeEnumeration(column) && mayBeUnknown);
}
