import { describe, expect, it } from 'vitest';
import {
  factsOf,
  requestOf,
  settings,
  TOKEN_URL,
  UNKNOWN,
} from '../../tests/templates/exchange-of.js';
import type { Facts } from './facts.js';
import { tokenRequest } from './token-request.js';

const NONE = { expected: 'status 200 with an access_token', actual: undefined };

describe('TOK-REQ-1', () => {
  const { rule } = tokenRequest['TOK-REQ-1'];

  it('holds if the form returns a token', () => {
    expect(rule(requestOf({}), UNKNOWN)).toBe('holds');
    expect(rule(requestOf({ reversed: true }), UNKNOWN)).toBe('holds');
  });

  it('is violated by a refusal, and by a response without a token', () => {
    expect(rule(requestOf({}, {}, { status: 401 }), UNKNOWN)).toEqual(NONE);
    expect(rule(requestOf({}, {}), UNKNOWN)).toEqual(NONE);
    expect(rule(requestOf({}, undefined, { status: 201 }), UNKNOWN)).toEqual(NONE);
  });

  it.each([
    ['Basic', { way: 'basic' }],
    ['a mistake', { mistake: 'secret empty' }],
    ['an unknown client', { client: 'nobody' }],
    ['another grant type', { grant: 'password' }],
    ['another address', { address: `${TOKEN_URL}/other` }],
  ] as const)('returns nothing for %s', (_, question) => {
    expect(rule(requestOf(question, {}, { status: 401 }), UNKNOWN)).toBeUndefined();
  });
});

describe('TOK-REQ-2', () => {
  const { rule } = tokenRequest['TOK-REQ-2'];

  it('holds if Basic returns a token in the way that the target takes', () => {
    expect(rule(requestOf({ way: 'basic' }), factsOf({ raw: false }))).toBe('holds');
    expect(rule(requestOf({ way: 'basic', raw: true }), factsOf({ raw: true }))).toBe('holds');
  });

  it('is violated by a refusal', () => {
    const refused = requestOf({ way: 'basic' }, {}, { status: 401 });
    expect(rule(refused, factsOf({ raw: false }))).toEqual(NONE);
  });

  it('returns nothing for the form, for the way that the target does not take, and if that is unknown', () => {
    expect(rule(requestOf({}), factsOf())).toBeUndefined();
    const refused = requestOf({ way: 'basic' }, {}, { status: 401 });
    expect(rule(refused, factsOf({ raw: true }))).toBeUndefined();
    expect(rule(refused, UNKNOWN)).toBeUndefined();
    const wrong = requestOf({ way: 'basic', mistake: 'secret empty' }, {}, { status: 401 });
    expect(rule(wrong, factsOf({ raw: false }))).toBeUndefined();
  });
});

it('templates.token.basic sends Basic in the way that the target takes', () => {
  const { asks } = tokenRequest['TOK-REQ-2'].checks['templates.token.basic'];
  const questions = (facts: Facts) => asks({ facts, settings });
  const byBasic = { ask: 'token', client: 'first', way: 'basic' };
  expect(questions(factsOf({ raw: false }))).toEqual([byBasic]);
  expect(questions(factsOf({ raw: true }))).toEqual([{ ...byBasic, raw: true }]);
});
