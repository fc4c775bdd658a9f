import {
  type Answer,
  type CheckOf,
  type CheckTable,
  type Context,
  checksIn,
  describeAnswer,
  type SendOptions,
  skip,
} from '../../../src/harness/suite.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import { httpRequest, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import type { Known } from '../model/data.js';
import { exportOf } from '../model/export-target.js';

export {
  isNoData,
  type ProductPage,
  totalOf,
  tryPage,
} from '../../../src/protocol/export/product-page.js';
export { exportOf } from '../model/export-target.js';

export const requestProducts = (
  context: Context,
  asked: ProductsQuestion,
  options?: SendOptions,
): Promise<Answer> => context.ask(httpRequest(exportOf(context), asked), options);

/** Why nothing can be seen of lists. */
export const EMPTY =
  'no products for this site, channel and destination: check siteId and channelId, or load products such as those of "assay data"';

/** The same of formats. */
export const EMPTY_IN_BOTH =
  'the destination contains no products, and an empty list is the same in both formats';

/** The first page as every client asks for it; skips where the target gives none. */
export const firstPage = (context: Context): Promise<ProductPage> =>
  context.facts.learn('export.first-page', async (inner) => {
    const answer = await requestProducts(inner, {});
    return (
      tryPage(answer) ??
      skip(
        'prerequisite',
        `needs a list of products from the v2 route, but it returns ${describeAnswer(answer)}`,
      )
    );
  });

/** A check of the export API, as it is written. */
export type ExportCheck = CheckOf<ClauseId, ProductsQuestion, Known>;

/**
 * The checks of a table; what the document leaves open is observed where there are products to see
 * it on.
 */
export const checks = (
  table: CheckTable<ClauseId, ProductsQuestion, Known>,
): readonly ExportCheck[] =>
  checksIn(table).map((check) =>
    'cases' in check
      ? { ...check, cases: (context) => firstPage(context).then(() => check.cases(context)) }
      : check,
  );
