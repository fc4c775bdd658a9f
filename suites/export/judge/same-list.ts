import { type Context, deviates, skip } from '../../../src/harness/index.js';
import type { ProductPage } from '../request/product-page.js';
import { tryPage } from '../request/product-page.js';
import { type ProductsRequest, requestProducts } from '../request/products-request.js';
import { identity } from '../survey/identity.js';

const setOf = ({ records }: ProductPage): ReadonlySet<string> => new Set(records.map(identity));

const othersIn = (wanted: ProductPage, got: ProductPage): number => {
  const known = setOf(wanted);
  return got.records.filter((record) => !known.has(identity(record))).length;
};

const isSame = (wanted: ProductPage, got: ProductPage): boolean =>
  othersIn(wanted, got) === 0 && got.records.length === wanted.records.length;

/**
 * Holds a list against the answer to `question`, as sets. A page of a list without an order may hold other records each
 * time it is asked for: that is judged elsewhere (EXP-LIST-8, EXP-LIST-11), and two such pages tell nothing here.
 */
export async function expectSameList(
  context: Context,
  question: ProductsRequest,
  wanted: ProductPage,
  got: ProductPage,
  expected: string,
): Promise<void> {
  if (isSame(wanted, got)) return;
  const again = tryPage(await requestProducts(context, question, { fresh: true }));
  if (again !== undefined && !isSame(wanted, again))
    skip('prerequisite', 'the list holds other records each time it is asked for, so that two cannot be compared');
  deviates(
    `the ${wanted.records.length} ${expected}`,
    `${got.records.length}, ${othersIn(wanted, got)} of them others`,
    wanted.answer,
    got.answer,
  );
}
