import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { JUDGING, KNOWN, listOf, RECORDS } from '../../../tests/export/exchange-of.js';
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

  it('returns nothing for other records of a part without an order, or with a filter', () => {
    const part = { limit: 2 };
    const one = listOf(part, RECORDS.slice(0, 2), { total: 5 });
    const other = listOf(part, RECORDS.slice(2, 4), { total: 5 });
    expect(relation([one, other], KNOWN, JUDGING)).toEqual([]);
    const red = { filter: only(where('color', '=', 'red')) };
    expect(relation([listOf(red, RECORDS), listOf(red, [])], KNOWN, JUDGING)).toEqual([]);
  });
});
