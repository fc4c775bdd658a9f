import { type Context, skip } from '../../../src/harness/index.js';
import { describeFilter, type Filter } from '../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../src/settings/index.js';
import { distinguishingFilter, type Shape } from '../mutants/filters-of-shape.js';
import { semanticsOf } from '../survey/semantics.js';
import type { Survey } from '../survey/survey.js';
import { expectedRecords } from './expected-records.js';

/** The filter of a shape that tells most, with the several records that match it; skips where there is none. */
export async function filterOfSeveral(
  context: Context,
  survey: Survey,
  shape: Shape,
): Promise<{ filter: Filter; matching: readonly ProductRecord[] }> {
  const semantics = await semanticsOf(context);
  const filter =
    distinguishingFilter(shape, survey, semantics) ??
    skip('data', 'needs two columns whose values occur in different combinations');
  const { required, optional } = expectedRecords(filter, survey, semantics);
  if (optional.length > 0 || required.length < 2)
    skip('data', `needs several records for which ${describeFilter(filter)}`);
  return { filter, matching: required };
}
