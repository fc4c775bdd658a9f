import { describe, expect, it } from 'vitest';
import { DESTINATION_HEADER, TOKEN_HEADER } from '../../../src/protocol/export/question.js';
import { listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { borderline } from './borderline.js';

describe('EXP-AUTH-9', () => {
  const { rule } = borderline['EXP-AUTH-9'];
  const field = [TOKEN_HEADER.toLowerCase(), 'valid-token'] as const;
  const v2 = { token: null, headers: [field] };

  it('holds for products', () => {
    expect(rule(listOf(v2, RECORDS))).toBe('holds');
    const destination = [DESTINATION_HEADER.toUpperCase(), '3'] as const;
    const legacy = { route: 'legacy', token: null, destinationId: null } as const;
    expect(rule(listOf({ ...legacy, headers: [field, destination] }, RECORDS))).toBe('holds');
  });

  it('is violated by a refusal', () => {
    const expected = 'status 200 with x-ea-auth-token';
    expect(rule(responseTo(v2, { status: 401 }))).toMatchObject({ expected });
  });

  it('returns nothing for an empty array, another token, or a token in its usual field', () => {
    expect(rule(listOf({ ...v2, accept: null }, []))).toBeUndefined();
    const other = { token: null, headers: [[field[0], 'other-token'] as const] };
    expect(rule(listOf(other, RECORDS))).toBeUndefined();
    expect(rule(listOf({}, RECORDS))).toBeUndefined();
  });
});
