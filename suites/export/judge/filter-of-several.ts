import { skip } from '../../../src/harness/suite.js';
import { describeFilter, type Filter } from '../../../src/protocol/export/filter.js';
import type { Shape } from '../mutants/distinguishing-filters.js';
import { distinguishingFilter } from '../mutants/filters-of-shape.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import type { Survey } from '../survey/data.js';
import { expectedRecords } from './expected-records.js';

/** The filter of a shape that tells most, and how many records match it; skips where there are not several. */
export function severalOf(
  survey: Survey,
  comparisonRules: ComparisonRules,
  shape: Shape,
): { readonly filter: Filter; readonly matching: number } {
  const filter =
    distinguishingFilter(shape, survey, comparisonRules) ??
    skip('data', 'needs two columns whose values occur in different combinations');
  const { required, optional } = expectedRecords(filter, survey, comparisonRules);
  if (optional.length > 0 || required.length < 2)
    skip('data', `needs several records for which ${describeFilter(filter)}`);
  return { filter, matching: required.length };
}

/** A window inside the matches, so that limit and offset both show. */
export const inside = (count: number): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(100, Math.max(1, Math.floor(count / 3))),
  offset: Math.max(1, Math.floor(count / 3)),
});
