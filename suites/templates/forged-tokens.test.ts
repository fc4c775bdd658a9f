import { expect, it } from 'vitest';
import { callOf, factsOf, OWN_LIST } from '../../tests/templates/exchange-of.js';
import { forgedTokens } from './forged-tokens.js';

const { rule } = forgedTokens['ETM-AUTH-4'];
const called = (token: string, status: number, body: unknown = {}) =>
  callOf({ authorization: `Bearer ${token}` }, body, { status });

it('ETM-AUTH-4 holds for a 401, and for 400 if the token is malformed', () => {
  expect(rule(called('garbage', 401), factsOf())).toBe('holds');
  expect(rule(called('a"b', 400), factsOf())).toBe('holds');
});

it('ETM-AUTH-4 holds for any status without templates if no token follows Bearer', () => {
  expect(rule(called('', 500), factsOf())).toBe('holds');
});

it('ETM-AUTH-4 is violated by templates', () => {
  expect(rule(called('garbage', 200, OWN_LIST), factsOf())).toEqual({
    expected: 'no templates, but a refusal such as 401',
    sentence: 'templates came; none must come, but a refusal such as 401',
  });
});

it('ETM-AUTH-4 is a warning for another status', () => {
  expect(rule(called('garbage', 400), factsOf())).toEqual({
    expected: 'a status 401',
    atMost: 'warning',
  });
});

it('ETM-AUTH-4 returns nothing for an issued token, and for traffic of other clients', () => {
  expect(rule(called('token-of-one', 200, OWN_LIST), factsOf())).toBeUndefined();
  const foreign = factsOf({ foreign: true });
  expect(rule(called('garbage', 200, OWN_LIST), foreign)).toBeUndefined();
});
