import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { countsOtherRecords, showsOtherRecords, wrongIn } from './other-records.js';

const RECORDS = [1, 2, 3, 4].map((price) => ({ id: 10 + price, price }));
const KNOWN = knownOf(RECORDS);

const above2: ProductsQuestion = { filter: only(where('price', '>', 2)) };
const other2: ProductsQuestion = { filter: only(where('price', '!=', 2)) };
const equals3: ProductsQuestion = { filter: only(where('price', '=', 3)) };

const pricesOf = (records: readonly Readonly<Record<string, unknown>>[]) =>
  records.map(({ price }) => price);

/** A response to `price > 2` with the records of these prices. */
function responseWith(...prices: readonly number[]) {
  const records = RECORDS.filter(({ price }) => prices.includes(price));
  const exchange = listOf(above2, records);
  const { page } = exchange;
  if (page === undefined) throw new Error('The list is no page');
  return { page, wrong: wrongIn(KNOWN)(exchange) };
}

it('finds the wrong records of a page, and none on a right page', () => {
  const { came, missing } = responseWith(1, 3).wrong;
  expect([pricesOf(came), pricesOf(missing)]).toEqual([[1], [4]]);
  expect(responseWith(3, 4).wrong).toEqual({ came: [], missing: [] });
});

it('compares what came with the records that another question selects', () => {
  const { page, wrong } = responseWith(1, 3, 4);
  expect(showsOtherRecords(page, above2, KNOWN, wrong)).toBe(true);
  expect(showsOtherRecords(page, other2, KNOWN, wrong)).toBe(false);
});

it('compares what is missing on a whole list', () => {
  const { page, wrong } = responseWith(3);
  expect(showsOtherRecords(page, above2, KNOWN, wrong)).toBe(true);
  expect(showsOtherRecords(page, equals3, KNOWN, wrong)).toBe(false);
});

it('ignores wrong records that are not on the page as it would be without a mistake', () => {
  const { page, wrong } = responseWith(1, 2, 3, 4);
  const records = page.records.filter(({ price }) => price !== 2);
  const seen = { ...page, records, meta: { total: 3, limit: 100, offset: 0 } };
  expect(showsOtherRecords(seen, other2, KNOWN, wrong)).toBe(false);
  expect(showsOtherRecords(seen, above2, KNOWN, wrong)).toBe(false);
  expect(countsOtherRecords(seen, other2, KNOWN)).toBe(false);
  expect(countsOtherRecords(seen, above2, KNOWN)).toBe(true);
});
