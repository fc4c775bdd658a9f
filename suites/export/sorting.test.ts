import { describe, expect, it } from 'vitest';
import { only, where } from '../../src/protocol/export/filter.js';
import {
  JUDGING,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../tests/export/exchange-of.js';
import { sorting } from './sorting.js';

const MANY = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, price: 120 - at }));
const BY_PRICE = MANY.toReversed();

describe('EXP-SORT-1', () => {
  const { rule, relation, violatedByFacts } = sorting['EXP-SORT-1'];
  const question = { orderBy: 'price', limit: 10 };
  const page = BY_PRICE.slice(0, 10);
  const known = knownOf(MANY);

  it('holds for the requested order', () => {
    expect(rule(listOf(question, page, { total: 120 }), known)).toBe('holds');
  });

  it.each([
    [
      'the order of the list',
      MANY.slice(0, 10),
      'the list is in descending order of price; it must be ascending',
    ],
    [
      'a page from the middle',
      BY_PRICE.slice(50, 60),
      'the list is not in ascending order of price: id 70 (price 51) at offset 0, but id 71 (price 50) in the wrong position',
    ],
    [
      'two records in the wrong order',
      [...page.slice(1), ...page.slice(0, 1)],
      'the list is not in ascending order of price: id 111 (price 10) stands before id 120 (price 1)',
    ],
  ])('is violated by %s', (_, records, sentence) => {
    expect(rule(listOf(question, records, { total: 120 }), known)).toMatchObject({ sentence });
  });

  it('is a warning if the order is descending', () => {
    const records = MANY.slice(0, 10);
    const exchange = listOf(question, records, { total: 120 });
    expect(rule(exchange, known)).toMatchObject({
      actual: 'descending',
      atMost: 'warning',
      sentence: 'the list is in descending order of price; it must be ascending',
    });
  });

  it('returns nothing without an order, or for an unknown column', () => {
    expect(rule(listOf({ limit: 10 }, MANY.slice(0, 10)), known)).toBeUndefined();
    expect(rule(responseTo({ orderBy: 'none' }, { status: 400 }), known)).toBeUndefined();
  });

  it('returns nothing for the other routes or a filter, which have clauses of their own', () => {
    const wrong = MANY.slice(0, 10).toReversed();
    const filter = only(where('price', '>', 0));
    const legacy = { ...question, route: 'legacy' } as const;
    expect(rule(listOf({ ...question, filter }, wrong, { total: 120 }), known)).toBeUndefined();
    expect(rule(listOf(legacy, wrong, { total: 120 }), known)).toBeUndefined();
  });

  it('relates windows of the same order', () => {
    const part = { ...known, survey: { ...known.survey, complete: false } };
    const unknown = { ...part, whole: part.survey };
    const first = listOf(question, BY_PRICE.slice(20, 30), { total: 120 });
    const later = { ...question, offset: 10 };
    const right = listOf(later, BY_PRICE.slice(40, 50), { total: 120 });
    const wrong = listOf(later, BY_PRICE.slice(0, 10), { total: 120 });
    expect(relation([first, right], unknown, JUDGING)).toEqual([]);
    expect(relation([first, wrong], unknown, JUDGING)).toMatchObject([
      { exchanges: [first, wrong] },
    ]);
  });

  it('is violated by facts if only another value of orderBy has an effect', () => {
    const column = known.survey.columns.get('price');
    if (column === undefined) throw new Error('the column is missing');
    const bare = responseTo(question, { status: 400 }).answer;
    const works = listOf({ orderBy: 'price ASC' }, BY_PRICE).answer;
    const learned = { ...known, orderInstead: { column, bare, works } };
    expect(violatedByFacts(learned)).toMatchObject({
      expected: 'the records ordered by price for orderBy=price',
      actual: '400 application/vnd.api+json (empty body); orderBy=price orders them',
      answers: [bare, works],
      sentence:
        'the response to orderBy=price is 400 application/vnd.api+json (empty body); orderBy=price orders them; it must be the records in this order',
    });
    const ignored = listOf(question, MANY).answer;
    expect(
      violatedByFacts({ ...known, orderInstead: { column, bare: ignored, works } }),
    ).toMatchObject({ actual: 'no order; orderBy=price orders them' });
    expect(violatedByFacts(known)).toBeUndefined();
  });
});

describe('EXP-SORT-2', () => {
  const { rule, relation } = sorting['EXP-SORT-2'];
  const known = knownOf(MANY);
  const wide = { ...known, survey: { ...known.survey, pageSize: 120 } };
  const facts = { ...wide, whole: wide.survey };
  const question = { orderBy: 'price', limit: 120 };

  it('holds for all records', () => {
    expect(rule(listOf(question, BY_PRICE), facts)).toBe('holds');
  });

  it.each([
    ['a missing record', BY_PRICE.slice(1)],
    ['a record twice', [...BY_PRICE, { id: 1, price: 120 }]],
  ])('is violated by %s', (_, records) => {
    expect(rule(listOf(question, records, { total: 120 }), facts)).toHaveProperty('expected');
  });

  it('names the record that came twice', () => {
    const twice = listOf(question, [...BY_PRICE, { id: 1, price: 120 }], { total: 120 });
    expect(rule(twice, facts)).toMatchObject({
      sentence: 'id 1 twice came; each record must come once',
    });
  });

  it('returns nothing for a window, or without an order', () => {
    expect(rule(listOf({ ...question, limit: 10 }, BY_PRICE.slice(1)), facts)).toBeUndefined();
    expect(rule(listOf({ limit: 120 }, BY_PRICE.slice(1)), facts)).toBeUndefined();
  });

  it('relates the digits of long numbers', () => {
    expect(relation([listOf(question, BY_PRICE)], KNOWN, JUDGING)).toEqual([]);
  });
});

it('compares no order of columns that a target may compare in several ways', () => {
  const question = { orderBy: 'name' };
  const { rule } = sorting['EXP-SORT-1'];
  expect(rule(listOf(question, RECORDS), KNOWN)).toBe('holds');
  const swapped = recordsAt(1, 0, 2, 3, 4);
  expect(rule(listOf(question, swapped), KNOWN)).toBe('holds');
});
