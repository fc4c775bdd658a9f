import { type Context, describeAnswer, skip } from '../../../src/harness/index.js';
import { nameRoute, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { tryPage } from '../product-page.js';

/**
 * The positive control of a negative check: the same request without the mistake must give products, or the refusal
 * proves nothing. Skips (prerequisite) where it does not.
 */
export async function positiveControl(context: Context, request: ProductsQuestion): Promise<void> {
  const answer = await requestProducts(context, request);
  if (tryPage(answer) !== undefined) return;
  const { route = 'v2' } = request;
  skip(
    'prerequisite',
    `the same request without the mistake must give products on ${nameRoute(route)}, but answers ${describeAnswer(answer)}`,
  );
}
