import { describe, expect, it } from 'vitest';
import {
  callOf,
  factsOf,
  OTHER_LIST,
  OWN_LIST,
  UNKNOWN,
} from '../../tests/templates/exchange-of.js';
import { bearer } from './bearer.js';

const authorization = 'Bearer token-of-one';

const TEMPLATES_CAME = 'templates came; none must come, but a refusal such as 401';
const WITH_TEMPLATES = 'the response 401 contains templates; it must not';

describe('ETM-AUTH-1', () => {
  const { rule } = bearer['ETM-AUTH-1'];

  it('holds if an issued token is accepted', () => {
    expect(rule(callOf({ authorization }, OWN_LIST), factsOf())).toBe('holds');
  });

  it('is violated if the token is refused', () => {
    const refused = callOf({ authorization }, {}, { status: 401 });
    expect(rule(refused, factsOf())).toMatchObject({
      expected: 'a status 2xx, because the token is valid',
    });
  });

  it.each([
    [
      'a token that was accepted before',
      authorization,
      { acceptedTokens: new Set(['token-of-one']) },
    ],
    ['a revoked token', authorization, { revoked: new Set(['token-of-one']) }],
    ['a token that was not issued', 'Bearer another', {}],
    ['another spelling of the scheme', 'bearer token-of-one', {}],
  ])('returns nothing if %s is refused', (_, value, more) => {
    const refused = callOf({ authorization: value }, {}, { status: 401 });
    expect(rule(refused, factsOf(more))).toBeUndefined();
  });

  it('returns nothing for an expired token', () => {
    // Tokens of these facts are issued at 0 and expire after 300 s.
    const late = callOf({ authorization }, {}, { status: 401, at: 299_500 });
    expect(rule(late, factsOf())).toBeUndefined();
  });
});

describe('ETM-AUTH-2', () => {
  const { rule } = bearer['ETM-AUTH-2'];

  it('holds for a 401', () => {
    expect(rule(callOf({}, {}, { status: 401 }), factsOf())).toBe('holds');
    const blank = callOf({ authorization: ' ' }, {}, { status: 401 });
    expect(rule(blank, factsOf())).toBe('holds');
  });

  it('is violated by a template of another client, and by an authorized text', () => {
    const expected = 'no templates, but a refusal such as 401';
    const items = new Map([['other' as const, new Set([JSON.stringify(OTHER_LIST.data[0])])]]);
    const other = callOf({}, OTHER_LIST, { status: 401 });
    expect(rule(other, factsOf({ items }))).toEqual({ expected, sentence: WITH_TEMPLATES });
    expect(rule(other, factsOf())).toBe('holds');
    const text = { message: 'no templates yet' };
    const { answer: authorized } = callOf({ authorization }, text);
    expect(rule(callOf({}, text), factsOf({ authorized }))).toEqual({
      expected,
      sentence: TEMPLATES_CAME,
    });
    expect(rule(callOf({}, text, { status: 401 }), factsOf({ authorized }))).toBe('holds');
  });

  it('is violated in traffic of other clients, too', () => {
    expect(rule(callOf({}, OWN_LIST), factsOf({ foreign: true }))).toEqual({
      expected: 'no templates, but a refusal such as 401',
      sentence: TEMPLATES_CAME,
    });
  });

  it('is violated by templates, with any status', () => {
    const expected = 'no templates, but a refusal such as 401';
    const violation = { expected, sentence: TEMPLATES_CAME };
    expect(rule(callOf({}, OWN_LIST), factsOf())).toEqual(violation);
    expect(rule(callOf({}, { data: [{ id: 9 }] }), factsOf())).toEqual(violation);
    expect(rule(callOf({}, OWN_LIST, { status: 401 }), factsOf())).toEqual({
      expected,
      sentence: WITH_TEMPLATES,
    });
  });

  it('is a warning for another status', () => {
    const violation = { expected: 'a status 401', atMost: 'warning' };
    expect(rule(callOf({}, {}, { status: 403 }), factsOf())).toEqual(violation);
    expect(rule(callOf({}, {}), factsOf())).toEqual(violation);
  });

  it('holds for any status of another path without templates', () => {
    expect(rule(callOf({ path: '/v1/export-templates' }, {}, { status: 404 }), factsOf())).toBe(
      'holds',
    );
  });

  it('returns nothing for a call with a token, and if no list is known', () => {
    expect(rule(callOf({ authorization }, OWN_LIST), factsOf())).toBeUndefined();
    expect(rule(callOf({}, OWN_LIST), UNKNOWN)).toBeUndefined();
  });
});

describe('ETM-AUTH-8', () => {
  const { rule } = bearer['ETM-AUTH-8'];
  const challenged = (value: string, authorization?: string) =>
    rule(
      callOf({ authorization }, {}, { status: 401, headers: [['WWW-Authenticate', value]] }),
      factsOf(),
    );

  it('holds for the scheme Bearer, and for an error if there was a token', () => {
    expect(challenged('Bearer realm="x"')).toBe('holds');
    expect(challenged('Basic, bearer')).toBe('holds');
    expect(challenged('Bearer error="invalid_token"', 'Bearer x')).toBe('holds');
  });

  it('is violated by another scheme, no field, and an error without a token', () => {
    const expected = 'WWW-Authenticate: Bearer';
    expect(challenged('Basic')).toEqual({ expected, actual: 'Basic' });
    const none = callOf({}, {}, { status: 401 });
    expect(rule(none, factsOf())).toEqual({ expected, actual: 'none' });
    expect(challenged('Bearer error="invalid_token"')).toMatchObject({
      expected: 'WWW-Authenticate without an error',
    });
  });

  it('returns nothing for another status', () => {
    expect(rule(callOf({}, {}, { status: 403 }), factsOf())).toBeUndefined();
  });
});
