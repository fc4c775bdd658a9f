import { describe, expect, it, vi } from 'vitest';
import { callOf, requestOf, TOKEN_BODY, UNKNOWN } from '../../tests/templates/exchange-of.js';
import { remainingLifetime } from './remaining-lifetime.js';

/** A time in milliseconds since the epoch. */
const AT = 1_700_000_000_000;

describe('TOK-RES-5', () => {
  const { rule, relation } = remainingLifetime['TOK-RES-5'];
  const issued = (seconds: number, expires_in: number, token = TOKEN_BODY.access_token) => {
    const body = { ...TOKEN_BODY, expires_in, access_token: token };
    return requestOf({}, body, { at: AT + seconds * 1000 });
  };
  const violations = (...exchanges: ReturnType<typeof requestOf>[]) => {
    const note = vi.fn();
    return [relation(exchanges, UNKNOWN, { note, violationsOf: () => [] }), note.mock.calls.length];
  };

  it('holds for any lifetime by itself, and returns nothing without one', () => {
    expect(rule(issued(0, 300), UNKNOWN)).toBe('holds');
    expect(rule(issued(0, 0), UNKNOWN)).toBeUndefined();
  });

  it('holds if expires_in goes down by the time that passed', () => {
    expect(violations(issued(0, 300), issued(10, 290))).toEqual([[], 1]);
    expect(violations(issued(0, 300), issued(10, 288), issued(60, 241))).toEqual([[], 2]);
  });

  it('is violated if a token is returned again with the same lifetime', () => {
    const [first, later] = [issued(0, 300), issued(10, 300)];
    expect(violations(first, later)).toEqual([
      [
        {
          expected:
            'expires_in of about 290 s, because it was 300 s for the same token 10 s before',
          actual: '300 s',
          exchanges: [first, later],
        },
      ],
      1,
    ]);
  });

  it('is violated if the lifetime goes down faster than time passes', () => {
    expect(violations(issued(0, 300), issued(10, 200))).toMatchObject([[{ actual: '200 s' }], 1]);
  });

  it('allows two seconds in both directions', () => {
    expect(violations(issued(0, 300), issued(10, 292))).toEqual([[], 1]);
    expect(violations(issued(0, 300), issued(10, 288))).toEqual([[], 1]);
    expect(violations(issued(0, 300), issued(10, 293))).toMatchObject([[{ actual: '293 s' }], 1]);
    expect(violations(issued(0, 300), issued(10, 287))).toMatchObject([[{ actual: '287 s' }], 1]);
  });

  it('compares responses that are exactly five seconds apart', () => {
    expect(violations(issued(0, 300), issued(5, 300))).toMatchObject([[{ actual: '300 s' }], 1]);
  });

  it('compares by the time of the response', () => {
    expect(violations(issued(10, 290), issued(0, 300))).toEqual([[], 1]);
  });

  it('returns nothing for calls, wrong credentials, and responses without a token', () => {
    const at = (seconds: number) => ({ at: AT + seconds * 1000 });
    const call = callOf({}, TOKEN_BODY, at(10));
    expect(violations(issued(0, 300), call)).toEqual([[], 0]);
    const wrong = requestOf({ mistake: 'secret empty' }, TOKEN_BODY, at(10));
    expect(violations(issued(0, 300), wrong)).toEqual([[], 0]);
    const without = [0, 10].map((seconds) => requestOf({}, { expires_in: 300 }, at(seconds)));
    expect(violations(...without)).toEqual([[], 0]);
  });

  it('holds if the next request issues a new token', () => {
    expect(violations(issued(0, 300), issued(10, 300, 'another'))).toEqual([[], 1]);
  });

  it('returns nothing for one token each of two clients', () => {
    const body = { ...TOKEN_BODY, access_token: 'another' };
    const other = requestOf({ client: 'other' }, body, { at: AT + 10_000 });
    expect(violations(issued(0, 300), other)).toEqual([[], 0]);
  });

  it('returns nothing for one token, and for requests at nearly the same time', () => {
    expect(violations(issued(0, 300))).toEqual([[], 0]);
    expect(violations(issued(0, 300), issued(4, 300))).toEqual([[], 0]);
  });

  it('returns nothing if a recording has no times', () => {
    const undated = requestOf({}, TOKEN_BODY);
    expect(violations(undated, undated)).toEqual([[], 0]);
    expect(violations(undated, issued(0, 300))).toEqual([[], 0]);
  });
});
