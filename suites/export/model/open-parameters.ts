import type { Criterion } from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import {
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from './data.js';
import { type Column, holdsDays } from './oracle/column.js';

/** Whether the document leaves open what the parameters of a request give on this data. */
export function parametersAreOpen(request: ProductsQuestion, known: Known | undefined): boolean {
  const { limit, offset, orderBy, groupBy, filter, route = 'v2', wireEncoding } = request;
  if (typeof limit === 'string' || typeof offset === 'string') return true;
  if ((limit !== undefined && limit < 1) || (offset !== undefined && offset < 0)) return true;
  const plain =
    orderBy === undefined &&
    groupBy === undefined &&
    filter === undefined &&
    typeof route === 'string';
  if (plain) return false;
  if (known === undefined) return true;
  const columns = [...known.survey.columns.values()];
  if (
    orderBy !== undefined &&
    !columns.some((column) => isOrderable(column) && known.orderBy(column) === orderBy)
  )
    return true;
  if (
    groupBy !== undefined &&
    !columns.some((column) => isUsable(column) && column.name === groupBy)
  )
    return true;
  if (typeof route === 'object' && (isUnknown(route) || !isPlainPath(route, known))) return true;
  if (filter === undefined) return false;
  if (typeof route === 'object') return true;
  return filter.groups.some(
    ({ criteria }) =>
      criteria.length === 0 || criteria.some((one) => isOpenCriterion(one, known, wireEncoding)),
  );
}

/** Dates of ISO 8601 are ordered as text is, in every collation. */
const isOrderable = (column: Column): boolean => isUsable(column) || holdsDays(column);

const isUsable = ({ kind }: Column): boolean => kind === 'number' || kind === 'text';

/**
 * A value that stands in a path without doubt: what servers take apart there, or strip, is open.
 */
function isPlainPath({ column, value }: FilteredRoute, { survey }: Known): boolean {
  const found = survey.columns.get(column);
  return (
    found !== undefined &&
    isUsable(found) &&
    !column.includes('/') &&
    !/[/\\;]|^\.+$|\s$|^$/.test(value)
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
  if (value === null) {
    const written = wireEncoding?.nullSpelling ?? 'NULL';
    return (
      !operator.startsWith('IS') ||
      known.nullSpelling === undefined ||
      written !== known.nullSpelling
    );
  }
  if (operator.startsWith('IS')) return true;
  const values = typeof value === 'object' ? value : [value];
  if (column.kind === 'number' && values.some((value) => typeof value !== 'number')) return true;
  const isRange = operator.endsWith('BETWEEN');
  const listed = isRange || operator.endsWith('IN');
  if (listed !== (typeof value === 'object')) return true;
  if (!listed) return false;
  if (isRange ? values.length !== 2 : values.length === 0) return true;
  const encoding = wireEncoding?.arrayEncoding ?? 'indexed';
  const { shown } = known.survey;
  if (encoding !== (shown === undefined ? known.wireEncoding.arrayEncoding : shown.lists))
    return true;
  return encoding === 'comma' && values.some((value) => String(value).includes(','));
}
