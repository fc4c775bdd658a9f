import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../src/protocol/export/question.js';
import { JUDGING, KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { envelope } from './envelope.js';

describe('EXP-LIST-1', () => {
  const { rule } = envelope['EXP-LIST-1'];

  it('holds for data and meta, with further members', () => {
    expect(rule(listOf({}, RECORDS, { pages: 1 }), undefined)).toBe('holds');
  });

  it.each([
    ['a total as text', listOf({}, RECORDS, { total: '5' })],
    ['no meta', responseTo({}, { body: { data: RECORDS } })],
    ['data as an object', responseTo({}, { body: { data: {}, meta: {} } })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, undefined)).toHaveProperty('expected');
  });

  it('is at most a warning for a number of `meta` that is none, in response to a hostile value', () => {
    const hostile = { search: 'limit=1e400' };
    expect(rule(listOf(hostile, RECORDS, { limit: null }), undefined)).toMatchObject({
      actual: '`meta.limit` is null',
      atMost: 'warning',
    });
    expect(rule(listOf(hostile, RECORDS), undefined)).toBeUndefined();
    expect(rule(responseTo(hostile, { status: 400, body: {} }), undefined)).toBeUndefined();
  });

  it('returns nothing for the plain format, or an error', () => {
    expect(rule(listOf({ accept: PLAIN }, RECORDS), undefined)).toBeUndefined();
    expect(rule(responseTo({}, { status: 500 }), undefined)).toBeUndefined();
  });
});

describe('EXP-LIST-2', () => {
  const { relation } = envelope['EXP-LIST-2'];
  const plain = listOf({ accept: PLAIN }, RECORDS);

  it('returns nothing for the same members, or if only one format was requested', () => {
    expect(relation([listOf({}, RECORDS), plain], KNOWN, JUDGING)).toEqual([]);
    expect(relation([plain], KNOWN, JUDGING)).toEqual([]);
  });

  it.each([
    ['an added member', RECORDS.map((record) => ({ ...record, type: 'product' })), 'a member type'],
    [
      'resources',
      RECORDS.map((record) => ({ type: 'product', id: record.id, attributes: record })),
      expect.stringContaining('"attributes"'),
    ],
  ])('is violated by %s', (_, records, actual) => {
    const list = listOf({}, records);
    expect(relation([list, plain], KNOWN, JUDGING)).toMatchObject([
      {
        actual,
        sentence: expect.stringMatching(
          /^a record came with .+; it must have the members of the legacy format only$/,
        ),
      },
    ]);
  });
});

describe('EXP-LIST-3', () => {
  const { rule } = envelope['EXP-LIST-3'];

  it('holds for an array of objects', () => {
    expect(rule(listOf({ accept: PLAIN }, RECORDS), undefined)).toBe('holds');
  });

  it('is violated by an array of other values', () => {
    const texts = responseTo({ accept: PLAIN }, { body: ['a', 'b'] });
    expect(rule(texts, undefined)).toHaveProperty('expected');
  });

  it('returns nothing for the JSON:API format', () => {
    expect(rule(listOf({}, RECORDS), undefined)).toBeUndefined();
  });
});

describe('EXP-LIST-4', () => {
  const { rule } = envelope['EXP-LIST-4'];

  it('holds for the documented types, null and empty text', () => {
    expect(rule(listOf({}, [...RECORDS, { id: 6, price: '', color: null }]))).toBe('holds');
  });

  it.each([
    ['a fraction as id', [{ id: 1.5 }], 'id as an integer'],
    ['a number as name', [{ name: 7 }], 'name as a string'],
    ['text as price', [{ id: 1, price: '9.90' }], 'price as a number'],
  ])('is violated by %s', (_, records, expected) => {
    expect(rule(listOf({}, records))).toMatchObject({ expected });
  });

  it('returns nothing for groups, or records without these properties', () => {
    expect(rule(listOf({ groupBy: 'name' }, [{ name: 7 }]))).toBeUndefined();
    expect(rule(listOf({}, [{ other: 1 }]))).toBeUndefined();
  });
});
