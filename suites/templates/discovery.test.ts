import { describe, expect, it, vi } from 'vitest';
import {
  callOf,
  exchangeOf,
  jwt,
  REALM,
  requestOf,
  settings,
  TOKEN_BODY,
  TOKEN_URL,
  UNKNOWN,
} from '../../tests/templates/exchange-of.js';
import { discoveryDocument } from './discovery.js';
import { reachable } from './documents.js';
import type { Exchange } from './exchange.js';

const DOCUMENT = {
  issuer: REALM,
  token_endpoint: TOKEN_URL,
  jwks_uri: `${REALM}/certs`,
  grant_types_supported: ['client_credentials'],
};
const discovered = (document: unknown, status = 200) =>
  exchangeOf({ ask: 'discovery' }, document, { status });
const keys = (body: unknown, status = 200) =>
  exchangeOf({ ask: 'keys', address: DOCUMENT.jwks_uri }, body, { status });

describe('TOK-DISC-1', () => {
  const { rule } = discoveryDocument['TOK-DISC-1'];

  it('holds for a document with the three members', () => {
    expect(rule(discovered(DOCUMENT))).toBe('holds');
  });

  it('is violated by another status, and by a missing member', () => {
    expect(rule(discovered(DOCUMENT, 404))).toEqual({ expected: 'status 200' });
    const { jwks_uri: _, ...without } = DOCUMENT;
    expect(rule(discovered(without))).toMatchObject({ actual: expect.stringMatching(/jwks_uri/) });
  });

  it('returns nothing for other exchanges', () => {
    expect(rule(keys({ keys: [] }))).toBeUndefined();
    expect(rule(requestOf({}))).toBeUndefined();
  });
});

describe('TOK-DISC-2', () => {
  const { rule, relation } = discoveryDocument['TOK-DISC-2'];

  it('holds for client_credentials among the grant types, and addresses of the server', () => {
    expect(rule(discovered(DOCUMENT))).toBe('holds');
  });

  it('is violated without client_credentials', () => {
    const other = { ...DOCUMENT, grant_types_supported: ['password'] };
    const expected = 'client_credentials among the grant types';
    expect(rule(discovered(other))).toEqual({
      expected,
      actual: 'password',
      sentence: 'the grant types are password; client_credentials must be among them',
    });
    const two = { ...DOCUMENT, grant_types_supported: ['password', 'implicit'] };
    expect(rule(discovered(two))).toEqual({
      expected,
      actual: 'password, implicit',
      sentence: 'the grant types are password, implicit; client_credentials must be among them',
    });
  });

  it.each([
    ['token_endpoint', 'http://internal:8080/realms/External-Applications/token'],
    ['jwks_uri', 'https://auth.test/realms/External-Applications/certs'],
  ])('is a warning for a %s on another host, port or scheme', (member, address) => {
    expect(rule(discovered({ ...DOCUMENT, [member]: address }))).toEqual({
      expected: `${member} on http://auth.test`,
      actual: address,
      atMost: 'warning',
    });
  });

  it('returns nothing for a document that is not valid, and for other exchanges', () => {
    expect(rule(discovered({}))).toBeUndefined();
    expect(rule(requestOf({}))).toBeUndefined();
    expect(rule(keys(DOCUMENT))).toBeUndefined();
  });

  const relate = (...exchanges: Exchange[]) => {
    const note = vi.fn();
    return [relation(exchanges, UNKNOWN, { note, violationsOf: () => [] }), note.mock.calls.length];
  };

  it('holds if the named token endpoint issues tokens', () => {
    expect(relate(discovered(DOCUMENT), requestOf({}))).toEqual([[], 1]);
  });

  it('is violated if it issues no tokens', () => {
    const document = discovered(DOCUMENT);
    const refused = requestOf({}, { error: 'no' }, { status: 400 });
    expect(relate(document, refused)).toMatchObject([
      [
        {
          expected: `a token from ${TOKEN_URL}`,
          sentence: `the token endpoint ${TOKEN_URL} of the discovery document returns 400 application/json {"error":"no"}; it must issue a token`,
          exchanges: [document, refused],
        },
      ],
      1,
    ]);
  });

  it('says nothing of a request that is written in another way', () => {
    const capitals = requestOf(
      { writing: 'with capitals in Content-Type' },
      { error: 'no' },
      { status: 400 },
    );
    expect(relate(discovered(DOCUMENT), capitals)).toEqual([[], 0]);
  });

  const KEY_SET = { keys: [{ kty: 'RSA', n: 'AQ', e: 'AQAB' }] };

  it('holds for keys at the named address, and is violated without them', () => {
    const document = discovered(DOCUMENT);
    expect(relate(document, keys(KEY_SET))).toEqual([[], 1]);
    const missing = keys({}, 404);
    expect(relate(document, missing)).toEqual([
      [
        {
          expected: 'keys with status 200',
          actual: expect.stringContaining('404'),
          exchanges: [document, missing],
          sentence: 'the response is 404 application/json {}; it must be the keys, with status 200',
        },
      ],
      1,
    ]);
    expect(relate(document, keys({ keys: 'none' }))).toMatchObject([
      [
        {
          expected: 'a body that satisfies schemas/templates/jwks.schema.json',
          actual: expect.stringContaining('keys'),
        },
      ],
      1,
    ]);
  });

  it('takes the addresses from the first valid discovery document', () => {
    const invalid = discovered({});
    const other = keys(DOCUMENT, 404);
    const document = discovered(DOCUMENT);
    expect(relate(invalid, other, document)).toMatchObject([[{ exchanges: [document, other] }], 1]);
    expect(relate(invalid, requestOf({}, {}, { status: 400 }))).toEqual([[], 0]);
    expect(relate(keys(DOCUMENT), requestOf({}, {}, { status: 400 }))).toEqual([[], 0]);
  });

  it('returns nothing for keys at another address than the named one', () => {
    const internal = { ...DOCUMENT, jwks_uri: 'https://internal:8080/certs' };
    expect(relate(discovered(internal), keys({}, 404))).toEqual([[], 0]);
  });

  it('returns nothing for another endpoint, and for requests with a mistake', () => {
    const elsewhere = discovered({ ...DOCUMENT, token_endpoint: `${TOKEN_URL}/other` });
    const refused = requestOf({}, {}, { status: 400 });
    expect(relate(elsewhere, refused)).toEqual([[], 0]);
    const wrong = requestOf({ mistake: 'secret empty' }, {}, { status: 401 });
    expect(relate(discovered(DOCUMENT), wrong)).toEqual([[], 0]);
  });

  it('returns nothing for Basic, for another client, and for calls', () => {
    const document = discovered(DOCUMENT);
    const status = 400;
    for (const question of [{ way: 'basic' }, { client: 'other' }] as const)
      expect(relate(document, requestOf(question, {}, { status }))).toEqual([[], 0]);
    expect(relate(document, callOf({}, {}, { status }))).toEqual([[], 0]);
  });
});

describe('TOK-DISC-3', () => {
  const { rule, relation } = discoveryDocument['TOK-DISC-3'];

  it('holds for the issuer below auth_url', () => {
    expect(rule(discovered(DOCUMENT))).toBe('holds');
  });

  it('is violated by another issuer', () => {
    const other = discovered({ ...DOCUMENT, issuer: 'http://other.test' });
    const violation = { expected: `issuer ${REALM}`, actual: 'http://other.test' };
    expect(rule(other)).toEqual(violation);
  });

  it('returns nothing for other exchanges', () => {
    expect(rule(requestOf({}))).toBeUndefined();
    expect(rule(keys(DOCUMENT))).toBeUndefined();
  });

  const issuedBy = (iss: unknown) =>
    requestOf({}, { ...TOKEN_BODY, access_token: jwt({ iss, exp: 4_102_444_800 }) });
  const relate = (...exchanges: Exchange[]) =>
    relation(exchanges, UNKNOWN, { note: () => undefined, violationsOf: () => [] });

  it('compares the issuer with the claim iss of a token', () => {
    const document = discovered(DOCUMENT);
    expect(relate(document, issuedBy(REALM))).toEqual([]);
    const other = issuedBy('http://other.test');
    expect(relate(document, other)).toEqual([
      {
        expected: `iss ${REALM} in the token`,
        actual: '"http://other.test"',
        exchanges: [document, other],
        sentence:
          'iss of the token is "http://other.test"; it must be http://auth.test/realms/External-Applications',
      },
    ]);
    expect(relate(other)).toEqual([]);
    expect(relate(document, issuedBy(undefined))).toMatchObject([{ actual: 'none' }]);
    expect(relate(document, requestOf({}, {}, { status: 400 }))).toEqual([]);
    expect(relate(document, callOf({}, TOKEN_BODY))).toEqual([]);
  });
});

describe('the address that is requested in place of one on another host', () => {
  const at = (authUrl: string) => ({ ...settings, authUrl });

  it.each([
    ['http://auth.test', 'http://auth.test/certs', 'http://auth.test/certs'],
    [
      'https://auth.test',
      'http://internal:8080/realms/External-Applications/certs?a=1',
      'https://auth.test/realms/External-Applications/certs?a=1',
    ],
    [
      'https://public.test/auth',
      'http://internal/other/realms/External-Applications/certs',
      'https://public.test/auth/realms/External-Applications/certs',
    ],
    ['https://public.test/auth', 'http://internal/keys', 'https://public.test/keys'],
  ])('for auth_url %s and %s is %s', (authUrl, named, expected) => {
    expect(reachable(named, at(authUrl))).toBe(expected);
  });
});
