import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  JUDGING,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import type { Contradiction, Known } from '../model/data.js';
import { window } from './window.js';

/** Facts with a contradiction of a clause. The page `shown` is its evidence. */
function contradicted(clause: Contradiction['clause'], shown = listOf({}, RECORDS)): Known {
  const contradiction = { clause, expected: 'x', actual: 'y', answers: [shown.answer] };
  return { ...KNOWN, whole: { ...KNOWN.whole, contradiction } };
}

describe('EXP-LIST-5', () => {
  const { rule, violatedByFacts } = window['EXP-LIST-5'];

  it('holds for 100 and 0 in meta', () => {
    expect(rule(listOf({}, RECORDS), KNOWN)).toBe('holds');
  });

  it.each([
    ['another limit', listOf({}, RECORDS, { limit: 50 })],
    ['another offset', listOf({}, RECORDS, { offset: 1 })],
    ['fewer records than meta says', listOf({}, RECORDS.slice(1), { total: 5 })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for a given window', () => {
    expect(rule(listOf({ limit: 3 }, RECORDS), KNOWN)).toBeUndefined();
  });

  it('is violated by facts with a contradiction of this clause alone', () => {
    expect(violatedByFacts(contradicted('EXP-LIST-5'))).toMatchObject({ expected: 'x' });
    expect(violatedByFacts(contradicted('EXP-LIST-7'))).toBeUndefined();
    expect(rule(listOf({}, RECORDS), contradicted('EXP-LIST-5'))).toMatchObject({ actual: 'y' });
  });
});

describe('EXP-LIST-6', () => {
  const { rule, relation, violatedByFacts } = window['EXP-LIST-6'];
  const question = { limit: 2, offset: 1 };
  const page = RECORDS.slice(1, 3);

  it('holds for the requested window', () => {
    expect(rule(listOf(question, page, { total: 5 }), KNOWN)).toBe('holds');
    expect(rule(listOf(question, page, { total: 5 }), undefined)).toBe('holds');
  });

  it.each([
    ['more records than the limit', listOf(question, RECORDS, { total: 5 })],
    ['another limit in meta', listOf(question, page, { total: 5, limit: 3 })],
    ['another offset in meta', listOf(question, page, { total: 5, offset: 0 })],
    ['a short page', listOf(question, page.slice(1), { total: 5 })],
    ['a record with another value', listOf(question, [{ id: 1, name: 'Other' }], { total: 5 })],
    ['a refusal', responseTo(question, { status: 400 })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('says how many records may come', () => {
    expect(rule(listOf(question, RECORDS, { total: 5 }), KNOWN)).toMatchObject({
      sentence: 'the page has 5 items; it must have at most 2, `limit` of the request',
    });
    const beyond = listOf({ limit: 3, offset: 4 }, RECORDS.slice(2), { total: 5 });
    expect(rule(beyond, undefined)).toMatchObject({
      expected: 'at most 1 of 5 records',
      sentence: '3 records came; at most 1 of the 5 must come after this offset',
    });
  });

  it.each([
    [
      'another value',
      { id: 2, name: 'Other', color: 'red', price: 20 },
      'id 2: name is "Other" here and "anvil" in the list',
    ],
    [
      'a missing value',
      { id: 2, name: 'anvil', price: 20 },
      'id 2: color is missing here and "red" in the list',
    ],
  ])('names a record with %s', (_, record, actual) => {
    const changed = listOf(question, [record, ...page.slice(1)], { total: 5 });
    expect(rule(changed, KNOWN)).toMatchObject({ actual });
  });

  it('names several records with other values, and a value of the first', () => {
    const changed = page.map((record) => ({ ...record, name: 'Other' }));
    expect(rule(listOf(question, changed, { total: 5 }), KNOWN)).toMatchObject({
      actual: 'id 2, id 3: of the first, name is "Other" here and "anvil" in the list',
    });
  });

  it('returns nothing for values that the document does not specify', () => {
    expect(rule(responseTo({ limit: 0 }, { status: 400 }), KNOWN)).toBeUndefined();
    expect(rule(responseTo({ limit: 'abc' }, { status: 400 }), KNOWN)).toBeUndefined();
    expect(rule(responseTo({ limit: 1_000_000 }, { status: 400 }), KNOWN)).toBeUndefined();
  });

  it('relates the digits of long numbers', () => {
    const known = knownOf([{ id: 1, code: 2 ** 60 }]);
    const accept = 'application/json';
    const ask = (limit: number, digits: string) =>
      responseTo({ accept, limit }, { body: `[{"id":1,"code":${digits}}]` });
    const first = ask(1, '1152921504606846976');
    const other = ask(2, '1152921504606846977');
    expect(relation([first, other], known, JUDGING)).toHaveLength(1);
    expect(relation([first, first], known, JUDGING)).toEqual([]);
  });

  it('is violated by facts with a contradiction of this clause alone', () => {
    expect(violatedByFacts(contradicted('EXP-LIST-6'))).toMatchObject({ expected: 'x' });
    expect(violatedByFacts(KNOWN)).toBeUndefined();
  });
});

describe('EXP-LIST-7', () => {
  const { rule, relation, violatedByFacts } = window['EXP-LIST-7'];
  const red = { filter: only(where('color', '=', 'red')), limit: 1 };

  it('holds for the number of records', () => {
    expect(rule(listOf({ limit: 2 }, RECORDS.slice(0, 2), { total: 5 }), KNOWN)).toBe('holds');
  });

  it.each([
    ['the number of records on the page', listOf({ limit: 2 }, RECORDS.slice(0, 2))],
    ['a larger number', listOf({}, RECORDS, { total: 6 })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toMatchObject({
      expected: expect.stringContaining('meta.total 5'),
    });
  });

  it('returns nothing for the plain format, a filter, or unknown data', () => {
    expect(rule(listOf({ accept: null }, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(listOf(red, RECORDS.slice(0, 1), { total: 9 }), KNOWN)).toBeUndefined();
    expect(rule(listOf({}, RECORDS, { total: 6 }), undefined)).toBeUndefined();
  });

  describe('a record that was not read before', () => {
    const whole = listOf({}, RECORDS);
    const unread = { id: 9, name: 'Other', color: 'red' };
    const list = listOf({ ...red, limit: 9 }, [unread]);

    it('contradicts the total, not the filter that it matches', () => {
      expect(list.compare(KNOWN).deviation).toBeUndefined();
      expect(relation([whole, list], KNOWN, JUDGING)).toMatchObject([
        {
          expected: 'the records where color = "red" (limit 9) also in the list without a filter',
          exchanges: [whole, list],
          sentence:
            'id 9 (color "red") came, but not in the list without a filter, although all its 5 records (meta.total) were read; each record must be there',
        },
      ]);
    });

    it('contradicts the filter that it does not match by its own values', () => {
      const blue = listOf({ ...red, limit: 9 }, [{ ...unread, color: 'blue' }]);
      expect(blue.compare(KNOWN).deviation).toMatchObject({
        actual: 'also id 9 (color "blue")',
      });
      expect(relation([whole, blue], KNOWN, JUDGING)).toEqual([]);
    });

    it('is no violation without the list, or if the record belongs to another destination', () => {
      const destination = { id: 2, token: 'other' };
      const foreign = listOf({ destination }, [unread]);
      expect(relation([list], KNOWN, JUDGING)).toEqual([]);
      expect(relation([whole, foreign], KNOWN, JUDGING)).toEqual([]);
    });
  });

  it('is violated by facts with a contradiction of this clause alone', () => {
    expect(violatedByFacts(contradicted('EXP-LIST-7'))).toMatchObject({ expected: 'x' });
    expect(violatedByFacts(contradicted('EXP-LIST-8'))).toBeUndefined();
  });
});

describe('EXP-LIST-8', () => {
  const { rule, relation, violatedByFacts } = window['EXP-LIST-8'];
  const first = listOf({ limit: 2, orderBy: 'id' }, RECORDS.slice(0, 2), { total: 5 });
  const next = { limit: 2, offset: 2, orderBy: 'id' };

  it('returns nothing for windows without a common record, or a single window', () => {
    const second = listOf(next, RECORDS.slice(2, 4), { total: 5 });
    expect(relation([first, second], KNOWN, JUDGING)).toEqual([]);
    expect(relation([first], KNOWN, JUDGING)).toEqual([]);
  });

  it('is violated by a record in two windows', () => {
    const second = listOf(next, RECORDS.slice(1, 3), { total: 5 });
    const found = relation([first, second], KNOWN, JUDGING);
    expect(found).toMatchObject([
      {
        exchanges: [first, second],
        sentence:
          'id 2 at offset 2 and also at offset 0 came; each record must be on one page only',
      },
    ]);
    expect(found[0]).not.toHaveProperty('atMost');
  });

  it('is a warning without an order', () => {
    const [one, other] = [
      listOf({ limit: 2 }, RECORDS.slice(0, 2), { total: 5 }),
      listOf({ limit: 2, offset: 2 }, RECORDS.slice(1, 3), { total: 5 }),
    ];
    expect(relation([one, other], KNOWN, JUDGING)).toMatchObject([{ atMost: 'warning' }]);
  });

  it('is violated by facts with a contradiction, and by the page that shows it', () => {
    const known = contradicted('EXP-LIST-8');
    expect(violatedByFacts(known)).toMatchObject({ expected: 'x' });
    expect(rule(listOf({}, RECORDS), known)).toMatchObject({ expected: 'x', actual: 'y' });
    expect(rule(first, known)).toBeUndefined();
  });
});
