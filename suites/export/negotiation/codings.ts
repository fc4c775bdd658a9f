import { type Context, deviates, orIfLost, skip } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { changingColumns, identity } from '../model/identity.js';
import {
  checks,
  EMPTY,
  firstPage,
  type ProductPage,
  requestProducts,
  tryPage,
} from '../survey/ask.js';

const GZIP = [['Accept-Encoding', 'gzip'] as const];

/** Two pages: what is kept compressed of the first is not the second. */
const PAGES: readonly ProductsQuestion[] = [{}, { limit: 1, offset: 1 }];

const readPage = async (
  context: Context,
  question: ProductsQuestion,
  again?: { readonly fresh: true },
): Promise<ProductPage | undefined> => tryPage(await requestProducts(context, question, again));

/**
 * What a page holds, whatever the order of its records: a part of a list without an order may hold
 * others each time.
 */
function contentOf({ meta, records }: ProductPage, { target }: Context): string {
  const changing = changingColumns(target);
  if (meta !== undefined && meta.total > records.length)
    return JSON.stringify([meta, records.length]);
  return JSON.stringify([meta, records.map((record) => identity(record, changing)).sort()]);
}

/** The page with `Accept-Encoding: gzip`, or why it did not arrive. */
const compressed = (
  context: Context,
  question: ProductsQuestion,
): Promise<ProductPage | string | undefined> =>
  orIfLost(readPage(context, { ...question, headers: GZIP }, { fresh: true }), (why) => why);

/** Compares a page with the same one compressed; what differs once is asked again in both ways. */
async function compare(context: Context, question: ProductsQuestion): Promise<void> {
  const isSame = async (plain: ProductPage | undefined): Promise<boolean> => {
    const coded = await compressed(context, question);
    if (plain === undefined) return true;
    return typeof coded === 'object' && contentOf(coded, context) === contentOf(plain, context);
  };
  const plain = await readPage(context, question);
  if (plain === undefined || (await isSame(plain))) return;
  const again = await readPage(context, question, { fresh: true });
  // A list that stands still without gzip as well, or that changes.
  if (
    again === undefined ||
    contentOf(again, context) !== contentOf(plain, context) ||
    (await isSame(again))
  )
    return;
  const coded = await compressed(context, question);
  const actual =
    typeof coded === 'string' ? `no whole response: ${coded}` : 'another list, or none';
  const shown = typeof coded === 'object' ? [plain.answer, coded.answer] : [plain.answer];
  deviates('the same list with Accept-Encoding: gzip as without', actual, ...shown);
}

export const codings = checks({
  'EXP-NEG-10 export.negotiation.gzip': {
    title: 'pages with Accept-Encoding: gzip, and the same ones without',
    requests: { least: 2, most: 4 },
    async run(context) {
      const { records } = await firstPage(context);
      if (records.length === 0) skip('data', EMPTY);
      for (const question of PAGES) await compare(context, question);
      return 'the same lists with and without Accept-Encoding: gzip';
    },
  },
});
