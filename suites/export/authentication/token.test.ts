import { describe, expect, it } from 'vitest';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import {
  errorOf,
  JUDGING,
  KNOWN,
  listOf,
  RECORDS,
  responseTo,
  TARGET,
} from '../../../tests/export/exchange-of.js';
import { token } from './token.js';

const LIST = listOf({}, RECORDS);
const NOT_AUTHORIZED = 'Token is not authorized for this destination';

describe.each([
  ['EXP-AUTH-1', { token: null }, 401, 'Authentication token is required'],
  ['EXP-AUTH-2', { token: 'a.b' }, 401, 'Provided token format is invalid'],
  ['EXP-AUTH-3', { token: 'unknown' }, 403, NOT_AUTHORIZED],
  ['EXP-AUTH-4', { token: 'other-token' }, 403, NOT_AUTHORIZED],
] as const)('%s', (clause, wrong, status, text) => {
  const { rule } = token[clause];
  const plain: ProductsQuestion = { ...wrong, accept: PLAIN };

  it('holds for the documented error in both formats', () => {
    expect(rule(errorOf(plain, status, text), undefined)).toBe('holds');
    expect(rule(errorOf(wrong, status, text), undefined)).toBe('holds');
  });

  it.each([
    ['another status', errorOf(plain, 400, text)],
    ['another text', errorOf(plain, status, 'no')],
    ['products', listOf(plain, RECORDS)],
    ['a body without the text', responseTo(wrong, { status, body: '<html>' })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, undefined)).toHaveProperty('expected');
  });

  it('says how many products came, and which status must come', () => {
    expect(rule(listOf(plain, RECORDS), undefined)).toMatchObject({
      sentence: `5 products came; none must come, but status ${status}`,
    });
  });

  it('returns nothing for a valid token, an empty list, or another site', () => {
    expect(rule(LIST, undefined)).toBeUndefined();
    expect(rule(listOf({ ...plain, extra: [['a', 'b']] }, []), undefined)).toBeUndefined();
    const elsewhere = responseTo({ ...plain, siteId: 'abc' }, { status: 500 });
    expect(rule(elsewhere, undefined)).toBeUndefined();
  });
});

describe('EXP-AUTH-3', () => {
  const { rule } = token['EXP-AUTH-3'];
  const wide = { destinationId: String(2 ** 32 + 3) };

  it('is violated by products for an unknown destination in the path', () => {
    const expected = `no products for destination ${wide.destinationId}`;
    expect(rule(listOf(wide, RECORDS), undefined)).toMatchObject({
      expected,
      sentence: 'products came; none must come for destination 4294967299',
    });
    expect(rule(errorOf(wide, 403, NOT_AUTHORIZED), undefined)).toBe('holds');
  });
});

describe('EXP-AUTH-4', () => {
  const { relation } = token['EXP-AUTH-4'];
  const another = listOf({ destination: TARGET.otherDestination }, [{ id: 9, name: 'Foreign' }]);

  it('is violated by a record of another destination', () => {
    const mixed = listOf({ limit: 10 }, [...RECORDS, { id: 9, name: 'Foreign' }]);
    expect(relation([another, mixed], KNOWN, JUDGING)).toMatchObject([
      {
        expected: 'no records of destination 4',
        exchanges: [another, mixed],
        sentence: 'id 9 came; no records of destination 4 must come',
      },
    ]);
  });

  it('returns nothing if the destinations have no record in common, or no facts are known', () => {
    expect(relation([another, LIST], KNOWN, JUDGING)).toEqual([]);
    expect(relation([another, LIST], undefined, JUDGING)).toEqual([]);
  });
});
