import { type Context, describeAnswer, skip } from '../../../src/harness/index.js';
import { tryPage } from '../request/product-page.js';
import { nameRoute, type ProductsRequest, requestProducts } from '../request/products-request.js';

/**
 * The positive control of a negative check: the same request without the mistake must give products, or the refusal
 * proves nothing. Skips (prerequisite) where it does not.
 */
export async function positiveControl(context: Context, request: ProductsRequest): Promise<void> {
  const answer = await requestProducts(context, request);
  if (tryPage(answer) !== undefined) return;
  const { route = 'v2' } = request;
  skip(
    'prerequisite',
    `the same request without the mistake must give products on ${nameRoute(route)}, but answers ${describeAnswer(answer)}`,
  );
}
