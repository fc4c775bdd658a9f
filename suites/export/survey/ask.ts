import type { Context } from '../../../src/harness/context.js';
import { describeAnswer, skip } from '../../../src/harness/finding.js';
import { orIfLeftOut } from '../../../src/harness/optional.js';
import type { Answer } from '../../../src/http/answer.js';
import type { SendOptions } from '../../../src/http/request.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import { httpRequest, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../model/export-target.js';

export const requestProducts = (
  context: Context,
  asked: ProductsQuestion,
  options?: SendOptions,
): Promise<Answer> => context.ask(httpRequest(exportOf(context), asked), options);

/**
 * Requests a page to learn from. Returns undefined if the response is not a list, or if the request
 * is withheld or blocked. Then only the facts that the page would show stay unknown.
 */
export const readPage = (
  context: Context,
  asked: ProductsQuestion,
  options?: SendOptions,
): Promise<ProductPage | undefined> =>
  orIfLeftOut(requestProducts(context, asked, options).then(tryPage));

/**
 * Returns the first page of the list, which is requested only once in a run. Skips the check if the
 * server returns no page.
 */
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
