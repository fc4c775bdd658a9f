import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../src/protocol/export/question.js';
import { errorOf, listOf, RECORDS } from '../../../tests/export/exchange-of.js';
import { tokenPlace } from './token-place.js';

const MISSING = 'Authentication token is required';

describe('EXP-AUTH-12', () => {
  const { rule } = tokenPlace['EXP-AUTH-12'];
  const bearer = { headers: [['Authorization', 'Bearer valid-token'] as const] };
  const basic = {
    headers: [
      ['Authorization', `Basic ${Buffer.from('valid-token:').toString('base64')}`] as const,
    ],
  };
  const asked = { token: null, accept: PLAIN };

  it.each([bearer, basic, { extra: [['token', 'valid-token'] as const] }])(
    'holds for the error of a missing token, and is violated by products',
    (place) => {
      const question = { ...asked, ...place };
      expect(rule(errorOf(question, 401, MISSING))).toBe('holds');
      expect(rule(listOf(question, RECORDS))).toHaveProperty('expected');
      expect(rule(errorOf(question, 401, 'no'))).toMatchObject({
        actual: '"no"',
        sentence: 'the text of the error is "no"; it must be "Authentication token is required"',
      });
    },
  );

  it('returns nothing for another token, or for one in its header', () => {
    const other = { headers: [['Authorization', 'Bearer other'] as const] };
    expect(rule(listOf({ ...asked, ...other }, RECORDS))).toBeUndefined();
    expect(rule(listOf(bearer, RECORDS))).toBeUndefined();
  });
});

describe('EXP-AUTH-13', () => {
  const { rule } = tokenPlace['EXP-AUTH-13'];
  const question = { token: 'wrong-token-0123', accept: PLAIN };

  it('holds for an error without the token', () => {
    expect(rule(errorOf(question, 403, 'no'))).toBe('holds');
  });

  it('is violated by an error that contains the token', () => {
    const expected = 'an error without the token';
    expect(rule(errorOf(question, 403, 'no wrong-token-0123'))).toMatchObject({
      expected,
      sentence:
        'the error repeats the token: 403 application/json {"error":"no wrong-token-0123"}; it must not',
    });
  });

  it('returns nothing for a short token, a missing one, or a list', () => {
    expect(rule(errorOf({ token: 'no' }, 403, 'no'))).toBeUndefined();
    expect(rule(errorOf({ token: null }, 401, 'no'))).toBeUndefined();
    expect(rule(listOf(question, RECORDS))).toBeUndefined();
  });
});
