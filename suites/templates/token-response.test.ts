import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Header } from '../../src/http/request.js';
import { encodePart } from '../../src/protocol/templates/jwt.js';
import {
  callOf,
  exchangeOf,
  jwt,
  REALM,
  requestOf,
  TOKEN_BODY,
  TOKEN_URL,
  UNKNOWN,
} from '../../tests/templates/exchange-of.js';
import { tokenResponse } from './token-response.js';

/** A time in milliseconds since the epoch, and in seconds. */
const AT = 1_700_000_000_000;
const SECONDS = AT / 1000;

describe('TOK-RES-1', () => {
  const { rule } = tokenResponse['TOK-RES-1'];

  it('holds for the documented members', () => {
    expect(rule(requestOf({}), UNKNOWN)).toBe('holds');
    expect(rule(requestOf({ way: 'basic' }), UNKNOWN)).toBe('holds');
  });

  it.each([
    ['access_token', 1],
    ['token_type', 'bearer'],
    ['expires_in', 0],
    ['not-before-policy', '0'],
    ['scope', 'all'],
  ])('is violated by another value of %s', (member, value) => {
    const ruling = rule(requestOf({}, { ...TOKEN_BODY, [member]: value }), UNKNOWN);
    expect(ruling).toMatchObject({ actual: expect.stringContaining(member) });
  });

  it('is violated by a body that is not JSON', () => {
    expect(rule(requestOf({}, 'token'), UNKNOWN)).toEqual({
      expected: 'a JSON body',
      sentence: 'the response is not JSON: 200 application/json token; it must be',
    });
  });

  it('returns nothing for a refusal, and for a request with a mistake', () => {
    expect(rule(requestOf({}, {}, { status: 400 }), UNKNOWN)).toBeUndefined();
    expect(rule(requestOf({ mistake: 'secret empty' }, {}), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-RES-2', () => {
  const { rule } = tokenResponse['TOK-RES-2'];

  it('holds without a refresh token', () => {
    expect(rule(requestOf({}), UNKNOWN)).toBe('holds');
  });

  it('is violated by a refresh token', () => {
    const body = { ...TOKEN_BODY, refresh_token: 'another' };
    expect(rule(requestOf({}, body), UNKNOWN)).toEqual({
      expected: 'no refresh_token',
      actual: 'a refresh_token',
      sentence: 'the token response has a refresh_token; it must have none',
    });
  });

  it('returns nothing if no token was issued', () => {
    expect(rule(requestOf({}, { refresh_token: 'another' }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-RES-3', () => {
  const { rule } = tokenResponse['TOK-RES-3'];
  const withHeaders = (...headers: readonly (readonly [string, string])[]) =>
    rule(requestOf({}, TOKEN_BODY, { headers }), UNKNOWN);

  it('holds for JSON that is not to be stored', () => {
    expect(
      withHeaders(
        ['Content-Type', 'application/json;charset=UTF-8'],
        ['Cache-Control', 'no-store, no-cache'],
      ),
    ).toBe('holds');
  });

  it('is violated by another media type, and without no-store', () => {
    expect(withHeaders(['Content-Type', 'text/plain'], ['Cache-Control', 'no-store'])).toEqual({
      expected: 'Content-Type application/json',
      actual: 'text/plain',
    });
    expect(withHeaders(['Cache-Control', 'no-store'])).toEqual({
      expected: 'Content-Type application/json',
      actual: 'none',
    });
    expect(withHeaders(['Content-Type', 'application/json'])).toEqual({
      expected: 'Cache-Control: no-store',
      actual: 'none',
    });
    const other = withHeaders(
      ['Content-Type', 'application/json'],
      ['Cache-Control', 'private="no-store"'],
    );
    expect(other).toMatchObject({ expected: 'Cache-Control: no-store' });
  });

  it('returns nothing for a refusal', () => {
    expect(rule(requestOf({}, {}, { status: 401 }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-RES-4', () => {
  const { rule } = tokenResponse['TOK-RES-4'];
  const withToken = (token: string) =>
    rule(requestOf({}, { ...TOKEN_BODY, access_token: token }, { at: AT }), UNKNOWN);

  it('holds if exp is up to a minute from expires_in', () => {
    expect(withToken(jwt({ exp: SECONDS + 300 }))).toBe('holds');
    expect(withToken(jwt({ exp: SECONDS + 240 }))).toBe('holds');
    expect(withToken(jwt({ exp: SECONDS + 360 }))).toBe('holds');
  });

  it('is violated by an exp that is farther from expires_in', () => {
    const expected = 'exp in about 300 s, as in expires_in';
    expect(withToken(jwt({ exp: SECONDS + 239 }))).toEqual({ expected, actual: 'in 239 s' });
    expect(withToken(jwt({ exp: SECONDS + 361 }))).toEqual({ expected, actual: 'in 361 s' });
  });

  it('is violated by a token without an algorithm, and without exp', () => {
    const expected = 'a JWT with a signature';
    expect(withToken('opaque')).toEqual({
      expected,
      actual: 'a token that is not a JWT',
      sentence: 'the token is not a JWT; it must be a JWT with a signature',
    });
    expect(withToken(jwt({}, { alg: 'None' }))).toEqual({
      expected,
      actual: 'alg "None"',
      sentence: 'the token has alg "None"; it must be a JWT with a signature',
    });
    expect(withToken(jwt({}))).toEqual({
      expected: 'a claim exp',
      actual: 'none',
      sentence: 'the token has no claim exp; it must have one',
    });
  });

  it('holds without expires_in, and if the time of issue is unknown', () => {
    const issued = (body: object, at: number) => {
      const token = jwt({ exp: SECONDS + 900 });
      return rule(requestOf({}, { ...TOKEN_BODY, ...body, access_token: token }, { at }), UNKNOWN);
    };
    expect(issued({ expires_in: undefined }, AT)).toBe('holds');
    expect(issued({ expires_in: '300' }, AT)).toBe('holds');
    expect(issued({}, 0)).toBe('holds');
    expect(issued({}, AT)).toMatchObject({ actual: 'in 900 s' });
  });

  it('holds if exp agrees with one clock, by Date or by iat', () => {
    const server = SECONDS + 7200;
    const issued = (claims: object, date?: string) => {
      const token = jwt({ exp: server + 300, ...claims });
      const headers: Header[] = [['Content-Type', 'application/json']];
      if (date !== undefined) headers.push(['DATE', date]);
      const body = { ...TOKEN_BODY, access_token: token };
      return rule(requestOf({}, body, { at: AT, headers }), UNKNOWN);
    };
    const date = new Date(server * 1000).toUTCString();
    expect(issued({}, date)).toBe('holds');
    expect(issued({ exp: server + 361 }, date)).toBe('holds');
    expect(issued({ exp: server + 362 }, date)).toMatchObject({ actual: 'in 7562 s' });
    expect(issued({ iat: server })).toBe('holds');
    const violation = { actual: 'in 7500 s' };
    expect(issued({})).toMatchObject(violation);
    expect(issued({}, 'now')).toMatchObject(violation);
    expect(issued({ iat: String(server) })).toMatchObject(violation);
  });

  it('compares exp with iat if a recording has no times', () => {
    const token = jwt({ iat: SECONDS, exp: SECONDS + 900 });
    const recorded = requestOf({}, { ...TOKEN_BODY, access_token: token });
    expect(rule(recorded, UNKNOWN)).toMatchObject({ actual: 'in 900 s' });
  });

  it('returns nothing for a refusal', () => {
    expect(rule(requestOf({}, {}, { status: 401 }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-RES-4 with the published keys', () => {
  const { relation } = tokenResponse['TOK-RES-4'];
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const address = `${REALM}/certs`;
  const discovery = exchangeOf(
    { ask: 'discovery' },
    {
      issuer: REALM,
      token_endpoint: TOKEN_URL,
      jwks_uri: address,
      grant_types_supported: ['client_credentials'],
    },
  );
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'RS256', use: 'sig' };
  const keys = exchangeOf({ ask: 'keys', address }, { keys: [jwk] });
  const unsigned = `${encodePart({ alg: 'RS256', kid: 'a' })}.${encodePart({ exp: 1 })}`;
  const signature = sign('sha256', Buffer.from(unsigned), privateKey).toString('base64url');
  const issuing = (token: string) => requestOf({}, { ...TOKEN_BODY, access_token: token });
  const violations = (...exchanges: ReturnType<typeof issuing>[]) => {
    const note = vi.fn();
    return [relation(exchanges, UNKNOWN, { note, violationsOf: () => [] }), note.mock.calls.length];
  };

  it('holds for a signature that verifies', () => {
    expect(violations(discovery, keys, issuing(`${unsigned}.${signature}`))).toEqual([[], 1]);
  });

  it('is violated by another signature', () => {
    const wrong = issuing(`${unsigned}.${signature.split('').reverse().join('')}`);
    expect(violations(discovery, keys, wrong)).toEqual([
      [
        {
          expected: 'a signature that verifies with the published keys',
          actual: 'a signature that none of these keys verifies',
          exchanges: [keys, wrong],
          sentence: 'the signature of the token verifies with none of the published keys',
        },
      ],
      1,
    ]);
  });

  it('returns nothing for a key id that may have been published since', () => {
    const unknown = `${encodePart({ alg: 'RS256', kid: 'b' })}.${encodePart({ exp: 1 })}.AA`;
    expect(violations(discovery, keys, issuing(unknown))).toEqual([[], 0]);
  });

  it('is violated by a key id that is not among keys requested after the token', () => {
    const unknown = `${encodePart({ alg: 'RS256', kid: 'b' })}.${encodePart({ exp: 1 })}.AA`;
    const later = exchangeOf({ ask: 'keys', address }, { keys: [jwk] }, { at: AT });
    expect(violations(discovery, keys, issuing(unknown), later)).toMatchObject([
      [{ actual: 'a signature that none of these keys verifies' }],
      1,
    ]);
  });

  it('holds if the key was published since', () => {
    const later = exchangeOf({ ask: 'keys', address }, { keys: [jwk] }, { at: AT });
    const before = exchangeOf({ ask: 'keys', address }, { keys: [] });
    const token = issuing(`${unsigned}.${signature}`);
    expect(violations(discovery, before, token, later)).toEqual([[], 1]);
  });

  it('shows the last keys that prove a signature wrong', () => {
    const wrong = issuing(`${unsigned}.AA`);
    const again = exchangeOf({ ask: 'keys', address }, { keys: [jwk] }, { at: AT });
    expect(violations(keys, again, wrong)).toMatchObject([[{ exchanges: [again, wrong] }], 1]);
  });

  it('is violated by a signature of one of two keys that the token names', () => {
    const both = exchangeOf({ ask: 'keys', address }, { keys: [{ ...jwk, kid: 'b' }, jwk] });
    expect(violations(both, issuing(`${unsigned}.AA`))).toMatchObject([
      [{ actual: 'a signature that none of these keys verifies' }],
      1,
    ]);
  });

  it('holds for a token without a key id that a key requested before verifies', () => {
    const plain = `${encodePart({ alg: 'RS256' })}.${encodePart({ exp: 1 })}`;
    const signed = sign('sha256', Buffer.from(plain), privateKey).toString('base64url');
    expect(violations(keys, issuing(`${plain}.${signed}`))).toEqual([[], 1]);
    const { kid: _, ...anonymous } = jwk;
    const unnamed = exchangeOf({ ask: 'keys', address }, { keys: [anonymous] });
    expect(violations(unnamed, issuing(`${plain}.AA`))).toEqual([[], 0]);
  });

  it('returns nothing for calls, wrong credentials, and responses without a token', () => {
    const body = { ...TOKEN_BODY, access_token: `${unsigned}.AA` };
    expect(violations(keys, callOf({}, body))).toEqual([[], 0]);
    expect(violations(keys, requestOf({ mistake: 'secret empty' }, body))).toEqual([[], 0]);
    expect(violations(keys, requestOf({}, {}))).toEqual([[], 0]);
  });

  it('returns nothing for keys that another address returned', () => {
    const other = callOf({}, { keys: [jwk] });
    expect(violations(other, issuing(`${unsigned}.AA`))).toEqual([[], 0]);
  });

  it('returns nothing without keys, and for an algorithm that cannot be verified', () => {
    expect(violations(discovery, issuing(`${unsigned}.AA`))).toEqual([[], 0]);
    expect(violations(discovery, keys, issuing(jwt({}, { alg: 'HS256' })))).toEqual([[], 0]);
  });
});
