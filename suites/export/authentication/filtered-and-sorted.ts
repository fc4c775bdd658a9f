import type { Context } from '../../../src/harness/index.js';
import { only, where } from '../request/filter.js';
import type { ProductsRequest } from '../request/products-request.js';
import { sortable } from '../survey/columns.js';
import { orderedBy } from '../survey/order-spelling.js';
import { firstPage, surveyOf } from '../survey/survey.js';

/** Any record, asked for with a filter and in an order; undefined where there is none. */
export async function filteredAndSorted(context: Context): Promise<ProductsRequest | undefined> {
  if ((await firstPage(context)).records.length === 0) return undefined;
  const survey = await surveyOf(context);
  const column = survey.key ?? sortable(survey)[0];
  const filter = column && only(where(column.name, '!=', column.kind === 'number' ? -1 : 'assay'));
  return { filter, limit: 1, orderBy: column && (await orderedBy(context, column)) };
}
