import type { Context } from '../../../src/harness/context.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { sortable } from '../model/columns.js';
import { exportOf } from '../model/export-target.js';
import { firstPage } from './ask.js';
import { surveyOf } from './survey.js';
import { orderEncodingOf } from './wire-encoding.js';

/** With a smaller budget of requests, no request with a filter is sent. */
const MIN_BUDGET_FOR_FILTER = 5;

/**
 * Returns requests with the token of a wrong destination. With enough budget, the last request has
 * a filter and an order.
 */
export async function withTokenOfAnother(context: Context): Promise<readonly ProductsQuestion[]> {
  const { otherDestination, destination } = exportOf(context);
  const token = otherDestination?.token;
  const isFiltered = context.budget.requests >= MIN_BUDGET_FOR_FILTER;
  const further = isFiltered ? await filteredAndSorted(context) : undefined;
  return [
    { route: 'legacy', token },
    { token, accept: PLAIN },
    { destination: otherDestination, token: destination?.token, accept: PLAIN },
    ...(further === undefined ? [] : [{ token, accept: PLAIN, ...further }]),
  ];
}

/**
 * Returns a request with an order and a filter that should exclude no record, or undefined if
 * there are no records. Without records, `surveyOf` would skip the check.
 */
async function filteredAndSorted(context: Context): Promise<ProductsQuestion | undefined> {
  if ((await firstPage(context)).records.length === 0) return undefined;
  const survey = await surveyOf(context);
  const column = survey.key ?? sortable(survey)[0];
  const filter = column && only(where(column.name, '!=', column.kind === 'number' ? -1 : 'assay'));
  return { filter, limit: 1, orderBy: column && (await orderEncodingOf(context)).by(column) };
}
