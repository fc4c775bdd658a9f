import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS, recordsAt } from '../../../tests/export/exchange-of.js';
import { featuresOf } from './features.js';
import { readings } from './index.js';

/** The verdict of one reading on a list with these records. */
function verdict(sentence: string, question: ProductsQuestion, ...places: readonly number[]) {
  const exchange = listOf(question, recordsAt(...places));
  const reading = readings.all([exchange], KNOWN).find((one) => one.sentence === sentence);
  if (reading === undefined) return 'no such reading';
  return readings.judge(exchange, KNOWN, [reading]);
}

/** The places of the records for which a right server selects the column. */
const placesWhere = (test: (record: (typeof RECORDS)[number]) => boolean): readonly number[] =>
  RECORDS.flatMap((record, place) => (test(record) ? [place] : []));

describe('a reading', () => {
  const [first] = RECORDS;
  const price = Number(first?.price);

  it('predicts the records of another operator', () => {
    const question = { filter: only(where('price', '>=', price)) };
    const above = placesWhere((one) => typeof one.price === 'number' && one.price > price);
    const right = placesWhere((one) => typeof one.price === 'number' && one.price >= price);
    expect(verdict('`>=` is evaluated as `>`', question, ...above)).toBe('conforms');
    expect(verdict('`>=` is evaluated as `>`', question, ...right)).toBe('deviates');
  });

  it('predicts that a criterion matches nothing', () => {
    const question = { filter: only(where('price', '=', price)) };
    expect(verdict('`=` matches nothing', question)).toBe('conforms');
    expect(verdict('`=` matches nothing', question, 0)).toBe('deviates');
  });

  it('predicts the whole list where filters are ignored', () => {
    const question = { filter: only(where('price', '=', price)) };
    const all = RECORDS.map((_, place) => place);
    expect(verdict('filters are ignored', question, ...all)).toBe('conforms');
    expect(verdict('filters are ignored', question, 0)).toBe('deviates');
  });

  it('touches only the requests that it is about', () => {
    const bare = listOf({}, RECORDS);
    const sentences = readings.all([bare], KNOWN).map(({ sentence }) => sentence);
    expect(sentences).not.toContain('`=` matches nothing');
    expect(sentences).not.toContain('filters are ignored');
    expect(sentences).toContain('a page has one record less than `limit`');
  });

  it('has an id of its own', () => {
    const exchange = listOf(
      { filter: only(where('note', '=', "it's"), where('price', '>', 1)), limit: 5, orderBy: 'id' },
      RECORDS,
    );
    const ids = readings.all([exchange], KNOWN).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(50);
  });
});

it('names what distinguishes a request', () => {
  expect(featuresOf({ filter: only(where('note', 'IN', ["it's", 'b'])), limit: 3 })).toEqual([
    'a criterion with `IN`',
    'a criterion on note',
    'a value with an apostrophe',
    'a value of `IN` with an apostrophe',
    'a value with a quote of either kind',
    'a value of `IN` with a quote of either kind',
    'a filter',
    '`limit`',
  ]);
});
