/** Compares pages of another destination with each other, because its records are unknown. */

import { criteriaOf } from '../../../src/protocol/export/filter.js';
import { isUnknown } from '../../../src/protocol/export/question.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { unknownAmong } from '../model/expected-records.js';
import { mayEqual, UNLEARNED } from '../model/oracle/equality.js';
import { describeDifference, isWhole, type Pages } from '../relations/agreement.js';

export const differenceFromV2 = (pages: Pages): string | undefined =>
  typeof pages.question.route === 'object' ? errorOfFiltered(pages) : describeDifference(pages);

/**
 * Describes an error of a filtered page: it is empty although records match, or it contains records
 * that do not match.
 */
function errorOfFiltered({ question, own, other, known }: Pages): string | undefined {
  const { route, groupBy, orderBy, filter } = question;
  if (typeof route !== 'object' || isUnknown(route)) return undefined;
  const criteria = criteriaOf({ filter });
  const columns = [route.column, groupBy, orderBy, ...criteria.map(({ column }) => column)];
  const members = new Set([...own.records, ...other.records].flatMap(Object.keys));
  // A server may ignore a filter, order or group on a column that this destination does not have.
  if (columns.some((column) => column !== undefined && !members.has(column))) return undefined;
  const values = route.value.split(',');
  // Null and a missing value count as empty text.
  const textOf = (record: ProductRecord): string => textOfValue(record[route.column] ?? '');
  const isMatched = other.records.some((record) => values.includes(textOf(record)));
  // A collation may treat a text as equal to a different value (EXP-FILT-1).
  const isOther = (record: ProductRecord): boolean =>
    !values.some((value) => mayEqual(textOf(record), value, UNLEARNED)) ||
    (isWhole(other) &&
      unknownAmong([record], other.records, { ...known.survey, key: undefined }).length > 0);
  const { length } = own.records.filter(isOther);
  return (isMatched && own.records.length === 0) || length > 0
    ? `${own.records.length} products, ${length} of them different`
    : undefined;
}
