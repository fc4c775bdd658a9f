import { describe, expect, it } from 'vitest';
import {
  DESTINATION_HEADER,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import {
  errorOf,
  JUDGING,
  KNOWN,
  listOf,
  RECORDS,
  responseTo,
  TARGET,
} from '../../../tests/export/exchange-of.js';
import { destination } from './destination.js';

const FOREIGN = [{ id: 9, name: 'Foreign' }];
const legacy = { route: 'legacy' } as const;

describe('EXP-AUTH-5', () => {
  const { rule } = destination['EXP-AUTH-5'];
  const withHeader: ProductsQuestion = { headers: [[DESTINATION_HEADER, '4']] };
  const inQuery: ProductsQuestion = { extra: [['destinationId', '4']] };

  it('holds for the own products', () => {
    expect(rule(listOf(withHeader, RECORDS), KNOWN)).toBe('holds');
    expect(rule(listOf(inQuery, RECORDS), KNOWN)).toBe('holds');
    expect(rule(listOf(withHeader, RECORDS), undefined)).toBe('holds');
  });

  it.each([
    ['products of another destination', listOf(withHeader, FOREIGN)],
    ['products of the destination in the query', listOf(inQuery, FOREIGN)],
    ['another total', listOf(withHeader, RECORDS, { total: 9 })],
    ['a server error', responseTo(withHeader, { status: 500 })],
    ['a refusal for the query', errorOf({ ...inQuery, accept: PLAIN }, 403, NOT_AUTHORIZED)],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
    expect(rule(exchange, KNOWN)).not.toHaveProperty('atMost', 'warning');
  });

  it('is a warning if the request is refused', () => {
    const refused = responseTo(withHeader, { status: 400 });
    expect(rule(refused, KNOWN)).toMatchObject({
      atMost: 'warning',
      sentence:
        'X-Destination-Id changes the response to 400 application/vnd.api+json (empty body); it must have no effect on this route',
    });
  });

  it('holds for a refusal of another token, and is violated by products for it', () => {
    const wrong = { ...withHeader, token: 'unknown' };
    expect(rule(errorOf(wrong, 403, NOT_AUTHORIZED), KNOWN)).toBe('holds');
    expect(rule(listOf(wrong, RECORDS), KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for the legacy route, or a request without a second destination', () => {
    expect(rule(listOf({ ...legacy, ...withHeader }, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(listOf({}, RECORDS), KNOWN)).toBeUndefined();
  });
});

const NOT_AUTHORIZED = 'Token is not authorized for this destination';

describe.each([
  ['EXP-AUTH-6', null, 'Destination ID is required'],
  ['EXP-AUTH-7', 'abc', 'Invalid destination ID format'],
] as const)('%s', (clause, destinationId, text) => {
  const { rule } = destination[clause];
  const wrong: ProductsQuestion = { ...legacy, destinationId, accept: PLAIN };

  it('holds for the documented error', () => {
    expect(rule(errorOf(wrong, 401, text), undefined)).toBe('holds');
  });

  it.each([
    ['another status', errorOf(wrong, 400, text)],
    ['another text', errorOf(wrong, 401, 'no')],
    ['products', listOf(wrong, RECORDS)],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, undefined)).toHaveProperty('expected');
  });

  it('returns nothing for a valid destination', () => {
    expect(rule(listOf(legacy, RECORDS), undefined)).toBeUndefined();
  });
});

describe('EXP-AUTH-7', () => {
  const { rule } = destination['EXP-AUTH-7'];

  it('is violated by products for a value that is clearly not an integer', () => {
    expect(rule(listOf({ ...legacy, destinationId: '3,4' }, RECORDS), undefined)).toHaveProperty(
      'expected',
    );
    expect(rule(responseTo({ ...legacy, destinationId: '3,4' }, { status: 400 }), undefined)).toBe(
      'holds',
    );
  });

  it('returns nothing for a value that may be an integer', () => {
    const fraction = listOf({ ...legacy, destinationId: '3.0' }, RECORDS);
    expect(rule(fraction, undefined)).toBeUndefined();
  });
});

describe('EXP-AUTH-8', () => {
  const { rule, relation } = destination['EXP-AUTH-8'];
  const unknown: ProductsQuestion = { ...legacy, destinationId: '99' };
  const twice: ProductsQuestion = { ...legacy, headers: [[DESTINATION_HEADER, '4']] };

  it('holds for a refusal of an unknown destination, and for the own products', () => {
    expect(rule(responseTo(unknown, { status: 403 }), KNOWN)).toBe('holds');
    expect(rule(listOf(twice, RECORDS), KNOWN)).toBe('holds');
  });

  it.each([
    ['products of an unknown destination', listOf(unknown, RECORDS)],
    ['products of the second destination', listOf(twice, FOREIGN)],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for the v2 route', () => {
    expect(rule(listOf({ destinationId: '99' }, RECORDS), KNOWN)).toBeUndefined();
  });

  const another = { destination: TARGET.otherDestination };
  const onV2 = listOf(another, [{ id: 9, name: 'Foreign', color: 'green' }]);

  it('relates the legacy routes of another destination to its v2 route', () => {
    const same = listOf({ ...another, ...legacy }, [{ id: 9, name: 'Foreign', color: 'green' }]);
    expect(relation([onV2, same], KNOWN, JUDGING)).toEqual([]);
    const own = listOf({ ...another, ...legacy }, RECORDS);
    expect(relation([onV2, own], KNOWN, JUDGING)).toMatchObject([{ exchanges: [onV2, own] }]);
    const filtered = { ...another, route: { column: 'color', value: 'green' } };
    const none = listOf(filtered, []);
    expect(relation([onV2, none], KNOWN, JUDGING)).toMatchObject([{ exchanges: [onV2, none] }]);
  });

  it('returns nothing if only one of the routes was requested', () => {
    expect(relation([onV2], KNOWN, JUDGING)).toEqual([]);
  });

  it.each([
    ['of the own destination', { ...legacy }],
    ['with a group', { ...another, route: { column: 'color', value: 'green' }, groupBy: 'name' }],
    ['with an offset', { ...another, route: { column: 'color', value: 'green' }, offset: 1 }],
    ['to an unknown route', { ...another, route: { path: '/other' } }],
    ['to v2', another],
  ])('returns nothing for a request %s', (_, question) => {
    expect(relation([onV2, listOf(question, [])], KNOWN, JUDGING)).toEqual([]);
  });

  it('compares only responses in the same format', () => {
    const route = { column: 'color', value: 'green' };
    const bare = listOf({ ...another, route, accept: PLAIN }, []);
    expect(relation([onV2, bare], KNOWN, JUDGING)).toEqual([]);
    const bareOnV2 = listOf({ ...another, accept: PLAIN }, [{ id: 9, color: 'green' }]);
    expect(relation([bareOnV2, bare], KNOWN, JUDGING)).toMatchObject([
      { exchanges: [bareOnV2, bare] },
    ]);
  });
});
