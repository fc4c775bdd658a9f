import { describe, expect, it } from 'vitest';
import { callOf, factsOf, OWN_LIST } from '../../tests/templates/exchange-of.js';
import { schemes } from './schemes.js';

describe('ETM-AUTH-6', () => {
  const { rule } = schemes['ETM-AUTH-6'];
  const called = (authorization: string, status: number, body: unknown = {}) =>
    rule(callOf({ authorization }, body, { status }), factsOf());

  it('holds if the scheme in another case is accepted', () => {
    expect(called('BEARER token-of-one', 200, OWN_LIST)).toBe('holds');
  });

  it('holds if another scheme is refused with 4xx', () => {
    expect(called('Basic token-of-one', 400)).toBe('holds');
    expect(called('token-of-one', 401)).toBe('holds');
  });

  it('is violated if the scheme in another case is refused', () => {
    expect(called('bearer token-of-one', 401)).toMatchObject({
      expected: 'a status 2xx, because the token is valid',
    });
  });

  it('is violated by templates for another scheme', () => {
    expect(called('Token token-of-one', 200, OWN_LIST)).toEqual({
      expected: 'no templates, but a refusal such as 401',
      sentence: 'templates came; none must come, but a refusal such as 401',
    });
  });

  it('is a warning for another status', () => {
    expect(called('Token token-of-one', 500)).toEqual({
      expected: 'a status 4xx',
      atMost: 'warning',
    });
  });

  it('returns nothing for the documented scheme, and without Authorization', () => {
    expect(called('Bearer token-of-one', 401)).toBeUndefined();
    const without = callOf({}, {}, { status: 200 });
    expect(rule(without, factsOf())).toBeUndefined();
  });
});

describe('ETM-AUTH-7', () => {
  const { rule } = schemes['ETM-AUTH-7'];
  const path = '/V1/export-templates?access_token=token-of-one';

  it('holds for a refusal', () => {
    expect(rule(callOf({ path }, {}, { status: 401 }), factsOf())).toBe('holds');
  });

  it('is violated by templates', () => {
    expect(rule(callOf({ path }, OWN_LIST), factsOf())).toEqual({
      expected: 'no templates, but a refusal such as 401',
      sentence: 'templates came; none must come, but a refusal such as 401',
    });
  });

  it('returns nothing for a query without a token', () => {
    const other = callOf({ path: '/V1/export-templates?page=1' }, OWN_LIST);
    expect(rule(other, factsOf())).toBeUndefined();
  });
});
