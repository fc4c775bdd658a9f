import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { JUDGING, KNOWN, listOf, RECORDS, recordsAt } from '../../../tests/export/exchange-of.js';
import { repeatable } from './repeatable.js';

describe('EXP-LIST-11', () => {
  const { relation } = repeatable['EXP-LIST-11'];
  const first = listOf({}, RECORDS);
  const byId = { orderBy: 'id', limit: 2 };
  const page = listOf(byId, RECORDS.slice(0, 2), { total: 5 });

  it('returns nothing for the same list in any order', () => {
    expect(relation([first, listOf({}, RECORDS.toReversed())], KNOWN, JUDGING)).toEqual([]);
  });

  it.each([
    ['another record', first, listOf({}, [...RECORDS.slice(1), { id: 6, name: 'Other' }])],
    ['another total', first, listOf({}, RECORDS, { total: 6 })],
    [
      'another sequence in an order',
      page,
      listOf(byId, RECORDS.slice(0, 2).toReversed(), { total: 5 }),
    ],
  ])('is violated by %s', (_, before, after) => {
    expect(relation([before, after], KNOWN, JUDGING)).toMatchObject([
      { expected: 'the same list again', exchanges: [before, after] },
    ]);
  });

  it.each([
    ['a missing record', {}, RECORDS.slice(1), '4 records, total 5'],
    [
      'another record',
      {},
      [...RECORDS.slice(1), { id: 6 }],
      '5 records, 1 of them different, total 5',
    ],
    ['no records', {}, [], '0 records, total 5'],
  ] as const)('says what is different: %s', (_, question, records, actual) => {
    const again = listOf(question, records, { total: 5 });
    expect(relation([first, again], KNOWN, JUDGING)).toMatchObject([{ actual }]);
  });

  it.each([
    ['another sequence', [1, 0], '2 records in another order, total 5'],
    ['other records', [0, 2], '2 records, 1 of them different, total 5'],
    ['fewer records', [0], '1 records in another order, total 5'],
  ] as const)('says what is different in the order of a key: %s', (_, places, actual) => {
    const again = listOf(byId, recordsAt(...places), { total: 5 });
    expect(relation([page, again], KNOWN, JUDGING)).toMatchObject([{ actual }]);
  });

  it('says so if only the number of records of a part without an order is different', () => {
    const one = listOf({ limit: 2 }, recordsAt(0, 1), { total: 5 });
    const other = listOf({ limit: 2 }, recordsAt(2), { total: 5 });
    expect(relation([one, other], KNOWN, JUDGING)).toMatchObject([
      {
        actual: '1 records, total 5',
        sentence:
          'the same request returned 1 records, total 5; it must return the same list again',
      },
    ]);
  });

  it('compares bare arrays, which have no total', () => {
    const bare = listOf({ accept: null }, RECORDS);
    expect(relation([bare, listOf({ accept: null }, RECORDS)], KNOWN, JUDGING)).toEqual([]);
    const shorter = listOf({ accept: null }, RECORDS.slice(1));
    expect(relation([bare, shorter], KNOWN, JUDGING)).toMatchObject([
      { actual: '4 records, total not given' },
    ]);
  });

  it('returns nothing for the filtered route, or for a column that is no key', () => {
    const route = { column: 'color', value: 'red' };
    const filtered = listOf({ route, accept: null }, recordsAt(0, 1));
    expect(relation([filtered, listOf({ route, accept: null }, [])], KNOWN, JUDGING)).toEqual([]);
    const byColor = { orderBy: 'color', limit: 2 };
    const one = listOf(byColor, recordsAt(2, 3), { total: 5 });
    const other = listOf(byColor, recordsAt(3, 2), { total: 5 });
    expect(relation([one, other], KNOWN, JUDGING)).toEqual([]);
  });

  it('returns nothing for other records of a part without an order, or with a filter', () => {
    const part = { limit: 2 };
    const one = listOf(part, RECORDS.slice(0, 2), { total: 5 });
    const other = listOf(part, RECORDS.slice(2, 4), { total: 5 });
    expect(relation([one, other], KNOWN, JUDGING)).toEqual([]);
    const red = { filter: only(where('color', '=', 'red')) };
    expect(relation([listOf(red, RECORDS), listOf(red, [])], KNOWN, JUDGING)).toEqual([]);
  });
});
