import { type Context, deviates, skip, warns } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { type ProductPage, tryPage } from '../product-page.js';
import { identity } from '../survey/identity.js';
import { orderedBy } from '../survey/order-encoding.js';
import { surveyOf } from '../survey/survey.js';

const setOf = ({ records }: ProductPage): ReadonlySet<string> => new Set(records.map(identity));

const othersIn = (wanted: ProductPage, got: ProductPage): number => {
  const known = setOf(wanted);
  return got.records.filter((record) => !known.has(identity(record))).length;
};

const isSame = (wanted: ProductPage, got: ProductPage): boolean =>
  othersIn(wanted, got) === 0 && got.records.length === wanted.records.length;

/** A question, and the page that it was answered with. */
type Asked = readonly [question: ProductsQuestion, page: ProductPage];

/**
 * Holds a list against another, as sets. A page of a list without an order may hold other records each time it is asked
 * for: that is judged elsewhere (EXP-LIST-8, EXP-LIST-11), and two such pages tell nothing here. Where they only differ
 * without an order it is a warning: each may come of another replica.
 */
export async function expectSameList(context: Context, first: Asked, second: Asked, expected: string): Promise<void> {
  const [[, wanted], [, got]] = [first, second];
  if (isSame(wanted, got)) return;
  if (wanted.records.length === got.records.length) await expectSteady(context, first, second, expected);
  deviates(
    `the ${wanted.records.length} ${expected}`,
    `${got.records.length}, ${othersIn(wanted, got)} of them different`,
    wanted.answer,
    got.answer,
  );
}

/** Ends the check where pages without an order tell nothing: they are as long, whatever they hold. */
async function expectSteady(context: Context, first: Asked, second: Asked, expected: string): Promise<void> {
  const [[, wanted], [, got]] = [first, second];
  for (const [question, page] of [first, second]) {
    const again = tryPage(await requestProducts(context, question, { fresh: true }));
    if (again !== undefined && !isSame(page, again))
      skip('data', 'a page contains different records on each request, so that requests cannot be compared');
  }
  const { key } = await surveyOf(context);
  if (key !== undefined) {
    const orderBy = await orderedBy(context, key);
    const [one, other] = [
      tryPage(await requestProducts(context, { ...first[0], orderBy })),
      tryPage(await requestProducts(context, { ...second[0], orderBy })),
    ];
    if (one !== undefined && other !== undefined && one.records.length > 0 && isSame(one, other))
      warns(
        `the same ${expected}, with and without an order`,
        `${othersIn(wanted, got)} different without an order, and none when ordered by ${orderBy}`,
        wanted.answer,
        got.answer,
      );
  }
}
