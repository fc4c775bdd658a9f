/** Says why a filter with many criteria excludes a record. */

import { type Criterion, describeCriterion, only } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from './data.js';
import { cellValue } from './oracle/column.js';
import { membershipsOf } from './oracle/filter.js';
import { filterIn } from './request.js';

/** A report shows a filter with fewer criteria in full, so that it needs no reason. */
const MANY = 5;

/**
 * Names a criterion that must hold and does not, or says that none of several alternatives holds.
 * Returns undefined for other filters: those with few criteria, and those with AND and OR.
 */
export function whyExcluded(
  record: ProductRecord,
  request: ProductsQuestion,
  known: Known,
): string | undefined {
  const { groups = [], mode = 'AND' } = filterIn(request, known) ?? {};
  const criteria = groups.flatMap((group) => group.criteria);
  if (criteria.length < MANY) return undefined;
  const modes = new Set([
    ...(groups.length > 1 ? [mode] : []),
    ...groups.flatMap((group) => (group.criteria.length > 1 ? [group.mode ?? 'AND'] : [])),
  ]);
  const [first, second] = modes;
  if (second !== undefined) return undefined;
  if (first === 'OR') return `matches none of the ${criteria.length} criteria`;
  const { columns } = known.survey;
  const isExcluding = (criterion: Criterion): boolean =>
    membershipsOf(only(criterion), [record], columns, known.comparisonRules)[0] === 'out';
  // A criterion on a value is named first: which criteria match null is less obvious.
  const failed =
    criteria.find((one) => cellValue(record, one.column) != null && isExcluding(one)) ??
    criteria.find(isExcluding);
  return failed && `does not match ${describeCriterion(failed)}`;
}
