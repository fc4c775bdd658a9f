/** Finds contradictions between pages of the data, before other checks rely on the data. */

import type { Context } from '../../../src/harness/context.js';
import type { Answer } from '../../../src/http/answer.js';
import { grouped } from '../../../src/memoized.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { isNamedAsKey } from '../model/columns.js';
import type { Contradiction, SurveyedPage } from '../model/data.js';
import { changingColumns, identity } from '../model/identity.js';
import { countIn, isShort } from '../model/page-size.js';
import { LARGEST_TESTED_LIMIT } from '../model/request.js';
import { readPage } from './ask.js';

/**
 * Finds out by a request whether records follow a page that has no `meta.total`. The page must be
 * at the beginning of the list.
 */
export const hasMore = async (
  context: Context,
  request: ProductsQuestion,
  { records }: ProductPage,
): Promise<boolean> => {
  const next = await readPage(context, { ...request, limit: 1, offset: records.length });
  return (next?.records.length ?? 0) > 0;
};

/** Repeats a request, because the data may have changed since the first response. */
const readAgain = (context: Context, request: ProductsQuestion): Promise<ProductPage | undefined> =>
  readPage(context, request, { fresh: true });

/**
 * Finds a contradiction about totals or numbers of records. If possible, a further request confirms
 * it. `widest` is the page with the most records.
 */
export async function contradictionIn(
  context: Context,
  pages: readonly SurveyedPage[],
  widest: ProductPage,
): Promise<Contradiction | undefined> {
  const isUnsound = pages.some(
    ({ page }) =>
      isShort(page) ||
      page.records.length > countFromOffset(page) ||
      repeatedOn(page, context) !== undefined,
  );
  const totals = new Set(pages.map(({ page }) => page.meta?.total));
  if (!isUnsound && totals.size === 1) return undefined;
  return (
    (await differentTotals(context, pages)) ??
    repeated(context, pages) ??
    overfull(pages) ??
    (await endsBeforeTotal(context, widest)) ??
    (await shortPages(context, pages, widest))
  );
}

/** The number of records from the offset of a page to the end of the list. */
const countFromOffset = ({ meta }: ProductPage): number =>
  meta === undefined ? Number.POSITIVE_INFINITY : meta.total - meta.offset;

/** The contradiction of a wrong `meta.total`, in words. */
export const totalContradiction = (
  expected: string,
  actual: number,
  ...answers: readonly Answer[]
): Contradiction => ({
  clause: 'EXP-LIST-7',
  expected,
  actual: String(actual),
  answers,
});

/** The contradiction of a page with a record that is there twice, in words. */
export const repeatedContradiction = (
  repeated: string,
  { answer }: ProductPage,
  filter?: string,
): Contradiction => {
  const forFilter = filter === undefined ? '' : ` for ${filter}`;
  return {
    clause: 'EXP-LIST-8',
    expected: `each record once${forFilter}`,
    actual: repeated,
    sentence: `${repeated} came${forFilter}; each record must come once`,
    answers: [answer],
  };
};

/**
 * Returns a contradiction if the first page and the page with a large limit have different totals.
 * The first request is repeated, because the data may have changed between the two pages.
 */
async function differentTotals(
  context: Context,
  [first, wide]: readonly SurveyedPage[],
): Promise<Contradiction | undefined> {
  const firstMeta = first?.page.meta;
  const wideMeta = wide?.page.meta;
  if (first === undefined || firstMeta === undefined) return undefined;
  if (wide === undefined || wideMeta === undefined) return undefined;
  if (firstMeta.total === wideMeta.total) return undefined;
  const repeatedMeta = (await readAgain(context, first.request))?.meta;
  if (repeatedMeta?.total !== firstMeta.total) return undefined;
  const actual = `${firstMeta.total} for the first page and ${wideMeta.total} for limit=${wideMeta.limit}`;
  return {
    clause: 'EXP-LIST-7',
    expected: 'the same meta.total for every page of the list',
    actual,
    sentence: `meta.total is ${actual}; it must be the same for every page of the list`,
    answers: [first.page.answer, wide.page.answer],
  };
}

/** Finds a page with more records than its `meta.total` allows. */
function overfull(pages: readonly SurveyedPage[]): Contradiction | undefined {
  const page = pages
    .map(({ page }) => page)
    .findLast((one) => one.records.length > countFromOffset(one));
  if (page === undefined) return undefined;
  const { length } = page.records;
  return totalContradiction(
    `meta.total of at least ${length}, the number of records on this page`,
    page.meta?.total ?? 0,
    page.answer,
  );
}

function repeated(context: Context, pages: readonly SurveyedPage[]): Contradiction | undefined {
  for (const { page } of pages.toReversed()) {
    const actual = repeatedOn(page, context);
    if (actual !== undefined) return repeatedContradiction(actual, page);
  }
  return undefined;
}

/**
 * Finds a record that is repeated on a page. Equal records may be different products, so they count
 * only if a column is a key, or if the page has more records than its total allows.
 */
export function repeatedOn(page: ProductPage, { target }: Context): string | undefined {
  const { records } = page;
  const changing = changingColumns(target);
  const equal = [...grouped(records, (record) => identity(record, changing)).values()];
  const twice = equal.find(({ length }) => length > 1);
  const [record] = twice ?? [];
  if (record === undefined || twice === undefined) return undefined;
  const distinct = equal.flatMap((same) => same.slice(0, 1));
  const key = Object.keys(record).find((name) => isKeyOf(distinct, name));
  if (key === undefined && records.length <= countFromOffset(page)) return undefined;
  const name = key === undefined ? 'a record' : `${key} ${JSON.stringify(record[key])}`;
  return `${name} ${twice.length === 2 ? 'twice' : `${twice.length} times`}`;
}

/** If a page has fewer distinct records than this, no column counts as a key. */
const MIN_KEYS = 3;

/**
 * Whether the column has the name of a key, and a different value in each record. The other columns
 * must distinguish most records, too. If they do not, the values of the column may be different
 * only by chance, and two products may have the same value.
 */
function isKeyOf(distinct: readonly ProductRecord[], name: string): boolean {
  const keys = new Set(distinct.map((record) => record[name] ?? undefined));
  const others = new Set(distinct.map((record) => JSON.stringify({ ...record, [name]: null })));
  return (
    isNamedAsKey({ name }) &&
    distinct.length >= MIN_KEYS &&
    keys.size === distinct.length &&
    others.size > distinct.length / 2 &&
    !keys.has(undefined)
  );
}

/** Tests a list that was not read to its end: the record at offset `meta.total - 1` must exist. */
export async function missingEnd(
  context: Context,
  total: number,
): Promise<Contradiction | undefined> {
  const offset = total - 1;
  const end = await readPage(context, { limit: 1, offset });
  if (end === undefined || end.records.length > 0) return undefined;
  // If the list became shorter in between, its total has changed.
  if ((await readAgain(context, {}))?.meta?.total !== total) return undefined;
  return {
    clause: 'EXP-LIST-7',
    expected: `a record at offset ${offset}, because meta.total is ${total}`,
    actual: 'none',
    sentence: `no record came at offset ${offset}; one must come, because meta.total is ${total}`,
    answers: [end.answer],
  };
}

/**
 * Returns a contradiction if the largest page has fewer records than the total, although no record
 * follows.
 */
async function endsBeforeTotal(
  context: Context,
  widest: ProductPage,
): Promise<Contradiction | undefined> {
  const { length } = widest.records;
  if (!isShort(widest)) return undefined;
  const next = await readPage(context, { limit: 1, offset: length });
  if (next === undefined || next.records.length > 0) return undefined;
  const lost = await lostInAnotherOrder(context, widest);
  if (lost !== undefined) return lost;
  const expected = `meta.total ${length}, the number of records on the pages`;
  return totalContradiction(expected, widest.meta?.total ?? 0, next.answer, widest.answer);
}

/**
 * The number of columns by which the list is ordered, one after another, to find a missing record.
 */
const MAX_ORDERS = 2;

/**
 * If the list in another order contains a record that was missing before, the total is right, and
 * the earlier page lacked the record.
 */
async function lostInAnotherOrder(
  context: Context,
  widest: ProductPage,
): Promise<Contradiction | undefined> {
  const limit = widest.meta?.limit;
  const changing = changingColumns(context.target);
  const known = new Set(widest.records.map((record) => identity(record, changing)));
  for (const orderBy of Object.keys(widest.records[0] ?? {}).slice(0, MAX_ORDERS)) {
    const page = await readPage(context, { limit, orderBy });
    const isOther = page?.records.some((record) => !known.has(identity(record, changing)));
    if (isOther) return pageSizeContradiction('EXP-LIST-6', widest, `limit=${limit}`);
  }
  return undefined;
}

/**
 * Returns a contradiction if a page has fewer records than it must have, although more records
 * follow. A request with an explicit limit shows whether the server also sends too few records for
 * explicit limits, or only for the default limit.
 */
async function shortPages(
  context: Context,
  pages: readonly SurveyedPage[],
  widest: ProductPage,
): Promise<Contradiction | undefined> {
  if (!pages.some(({ page }) => isShort(page))) return undefined;
  const limit = Math.max(LARGEST_TESTED_LIMIT, widest.records.length);
  const page = await readPage(context, { limit });
  if (page === undefined) return undefined;
  const [first] = pages;
  if (isShort(page)) return pageSizeContradiction('EXP-LIST-6', page, `limit=${limit}`);
  return first !== undefined && isShort(first.page)
    ? pageSizeContradiction('EXP-LIST-5', first.page, 'the default limit')
    : undefined;
}

const pageSizeContradiction = (
  clause: 'EXP-LIST-5' | 'EXP-LIST-6',
  page: ProductPage,
  asked: string,
): Contradiction => ({
  clause,
  expected: `${countIn(page)} of ${page.meta?.total} records for ${asked}`,
  actual: String(page.records.length),
  sentence: `${page.records.length} records came; ${countIn(page)} of the ${page.meta?.total} must come for ${asked}`,
  answers: [page.answer],
});
