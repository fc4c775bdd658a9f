import type { Context } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { sortable } from '../survey/columns.js';
import { orderedBy } from '../survey/order-encoding.js';
import { firstPage, surveyOf } from '../survey/survey.js';

/** Any record, asked for with a filter and in an order; undefined where there is none. */
export async function filteredAndSorted(context: Context): Promise<ProductsQuestion | undefined> {
  if ((await firstPage(context)).records.length === 0) return undefined;
  const survey = await surveyOf(context);
  const column = survey.key ?? sortable(survey)[0];
  const filter = column && only(where(column.name, '!=', column.kind === 'number' ? -1 : 'assay'));
  return { filter, limit: 1, orderBy: column && (await orderedBy(context, column)) };
}
