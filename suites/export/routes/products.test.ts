import { describe, expect, it } from 'vitest';
import {
  JUDGING,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import { products } from './products.js';

const legacy = { route: 'legacy' } as const;

describe('EXP-ROUTE-1', () => {
  const { rule } = products['EXP-ROUTE-1'];

  it('holds for products', () => {
    expect(rule(listOf({}, RECORDS), undefined)).toBe('holds');
  });

  it('is violated by a refusal', () => {
    const expected = 'a list of products';
    expect(rule(responseTo({}, { status: 404 }), undefined)).toMatchObject({ expected });
  });

  it('returns nothing for an empty list, parameters, or the legacy route', () => {
    expect(rule(listOf({}, []), undefined)).toBeUndefined();
    expect(rule(responseTo({ limit: 5 }, { status: 404 }), undefined)).toBeUndefined();
    expect(rule(responseTo(legacy, { status: 404 }), undefined)).toBeUndefined();
  });
});

describe('EXP-ROUTE-2', () => {
  const { rule, relation } = products['EXP-ROUTE-2'];

  it('holds for the records of the v2 route in any order', () => {
    expect(rule(listOf(legacy, RECORDS.toReversed()), KNOWN)).toBe('holds');
  });

  it.each([
    ['a refusal', responseTo(legacy, { status: 403 })],
    ['a record with another value', listOf(legacy, [{ id: 1, name: 'Other' }])],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for a window, which EXP-ROUTE-7 tests, or for the v2 route', () => {
    expect(rule(listOf({ ...legacy, limit: 2 }, RECORDS.slice(3)), KNOWN)).toBeUndefined();
    expect(rule(listOf({}, RECORDS.slice(3)), KNOWN)).toBeUndefined();
  });

  it('is violated by a record that only the legacy route returns', () => {
    const v2 = listOf({}, RECORDS);
    const found = relation(
      [v2, listOf(legacy, [...RECORDS, { id: 6, name: 'Extra' }])],
      KNOWN,
      JUDGING,
    );
    expect(found).toMatchObject([
      { actual: 'id 6 not in that list, although all its 5 records (meta.total) were read' },
    ]);
    expect(relation([v2, listOf(legacy, RECORDS.toReversed())], KNOWN, JUDGING)).toEqual([]);
  });

  it('counts as tested only with a list of the legacy route that has records', () => {
    let noted = 0;
    const note = (): void => {
      noted += 1;
    };
    const judging = { ...JUDGING, note };
    const v2 = listOf({}, RECORDS);
    relation([v2, listOf({ limit: 2 }, RECORDS.slice(0, 2))], KNOWN, judging);
    relation([v2, listOf(legacy, [])], KNOWN, judging);
    expect(noted).toBe(0);
    relation([v2, listOf(legacy, RECORDS)], KNOWN, judging);
    expect(noted).toBe(1);
  });

  it('relates the digits of long numbers to those of the same route', () => {
    const records = (digits: string) => `[{"id":1,"code":${digits}}]`;
    const accept = 'application/json';
    const known = knownOf([{ id: 1, code: 2 ** 60 }]);
    const first = responseTo({ ...legacy, accept }, { body: records('1152921504606846976') });
    const other = responseTo(
      { ...legacy, accept, extra: [['a', 'b']] },
      { body: records('1152921504606846977') },
    );
    expect(relation([first, other], known, JUDGING)).toMatchObject([{ exchanges: [first, other] }]);
    expect(relation([first, first], known, JUDGING)).toEqual([]);
  });
});
