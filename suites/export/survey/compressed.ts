/** Compares lists requested with and without gzip. */

import type { Context } from '../../../src/harness/context.js';
import { describeAnswer, deviates, skip } from '../../../src/harness/finding.js';
import { orIfLost } from '../../../src/harness/optional.js';
import type { Answer } from '../../../src/http/answer.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { changingColumns, identity } from '../model/identity.js';
import { EMPTY } from '../questions/no-products.js';
import { firstPage, requestProducts } from './ask.js';

const GZIP = [['Accept-Encoding', 'gzip'] as const];

/**
 * There are two pages, because a cache may return the compressed first page for the second page,
 * too.
 */
const PAGES: readonly ProductsQuestion[] = [{}, { limit: 1, offset: 1 }];

/**
 * The content that is compared. The order of records is ignored. If a page is only a part of the
 * list, its records are only counted, because without an order each response may contain different
 * records.
 */
function contentOf({ meta, records }: ProductPage, { target }: Context): string {
  const changing = changingColumns(target);
  if (meta !== undefined && meta.total > records.length)
    return JSON.stringify([meta, records.length]);
  return JSON.stringify([meta, records.map((record) => identity(record, changing)).sort()]);
}

/** Requests a page with gzip. Returns the reason as a text if no response was received. */
const compressed = (context: Context, question: ProductsQuestion): Promise<Answer | string> =>
  orIfLost(requestProducts(context, { ...question, headers: GZIP }, { fresh: true }), (why) => why);

/** If the responses differ, both requests are repeated, because the list may have changed. */
async function compare(context: Context, question: ProductsQuestion): Promise<void> {
  const isSame = async (plain: ProductPage): Promise<boolean> => {
    const gzipped = await compressed(context, question);
    const page = typeof gzipped === 'string' ? undefined : tryPage(gzipped);
    return page !== undefined && contentOf(page, context) === contentOf(plain, context);
  };
  const plain = tryPage(await requestProducts(context, question));
  if (plain === undefined || (await isSame(plain))) return;
  const again = tryPage(await requestProducts(context, question, { fresh: true }));
  // Nothing is reported if the list changed in between, or if the repeated responses are equal.
  if (
    again === undefined ||
    contentOf(again, context) !== contentOf(plain, context) ||
    (await isSame(again))
  )
    return;
  reportDifference(plain.answer, await compressed(context, question));
}

/** `gzipped` is the response to the request with gzip, or the reason why there is none. */
function reportDifference(plain: Answer, gzipped: Answer | string): never {
  const different = (actual: string, inShort = actual) => ({
    expected: 'the same list with and without Accept-Encoding: gzip',
    actual,
    sentence: `with Accept-Encoding: gzip the response is ${inShort}; it must be the same list as without it`,
  });
  if (typeof gzipped === 'string')
    return deviates(different(`no complete response: ${gzipped}`), plain);
  const isList = tryPage(gzipped) !== undefined;
  const deviation = isList
    ? different('a different list')
    : different(`no list, but ${describeAnswer(gzipped)}`, `no list (status ${gzipped.status})`);
  return deviates(deviation, plain, gzipped);
}

/** Ends the check at the first difference. Otherwise returns a sentence about the comparison. */
export async function compareCompressed(context: Context): Promise<string> {
  const { records } = await firstPage(context);
  if (records.length === 0) skip('data', EMPTY);
  for (const question of PAGES) await compare(context, question);
  return 'the same lists with and without Accept-Encoding: gzip';
}
