import { describe, expect, it } from 'vitest';
import { DESTINATION_HEADER, TOKEN_HEADER } from '../../../src/protocol/export/question.js';
import { listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { borderline } from './borderline.js';

describe('EXP-AUTH-9', () => {
  const { rule } = borderline['EXP-AUTH-9'];
  const field = [TOKEN_HEADER.toLowerCase(), 'valid-token'] as const;
  const v2 = { token: null, headers: [field] };
  const own = [DESTINATION_HEADER.toUpperCase(), '3'] as const;
  const other = [DESTINATION_HEADER.toUpperCase(), '4'] as const;
  const legacy = { route: 'legacy', token: null, destinationId: null } as const;

  it('holds for products', () => {
    expect(rule(listOf(v2, RECORDS))).toBe('holds');
    expect(rule(listOf({ ...legacy, headers: [field, own] }, RECORDS))).toBe('holds');
  });

  it('is violated by a refusal', () => {
    const expected = 'status 200 with x-ea-auth-token';
    expect(rule(responseTo(v2, { status: 401 }))).toMatchObject({ expected });
    expect(rule(responseTo({ ...legacy, headers: [field, own] }, { status: 401 }))).toMatchObject({
      expected: 'status 200 with x-ea-auth-token and X-DESTINATION-ID',
    });
  });

  it('holds for an empty list with meta, which a server must have made from its data', () => {
    expect(rule(listOf(v2, []))).toBe('holds');
  });

  it.each([
    ['another destination', { ...legacy, headers: [field, other] }],
    [
      'a destination in its usual field, too',
      { ...legacy, destinationId: '3', headers: [field, own] },
    ],
    ['no destination', { ...legacy, headers: [field] }],
    ['a token in its usual field, too', { headers: [field] }],
    ['no token', { token: null, headers: [own] }],
  ])('returns nothing for the legacy route or v2 with %s', (_, question) => {
    expect(rule(responseTo(question, { status: 401 }))).toBeUndefined();
  });

  it('returns nothing for an empty array, another token, or a token in its usual field', () => {
    expect(rule(listOf({ ...v2, accept: null }, []))).toBeUndefined();
    const withOther = { token: null, headers: [[field[0], 'other-token'] as const] };
    expect(rule(listOf(withOther, RECORDS))).toBeUndefined();
    expect(rule(listOf({}, RECORDS))).toBeUndefined();
  });
});
