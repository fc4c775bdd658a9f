import { describe, expect, it } from 'vitest';
import { IN_BEARER } from '../../src/protocol/hostile.js';
import { read, write } from '../../src/protocol/templates/question.js';
import {
  callOf,
  exchangeOf,
  factsOf,
  OWN_LIST,
  requestOf,
  settings,
  UNKNOWN,
} from '../../tests/templates/exchange-of.js';
import { hostileValues } from './hostile-values.js';
import { BY_FORM } from './topic.js';

const expected = 'a response other than a server error';

describe('TOK-HARD-1', () => {
  const { rule, checks } = hostileValues['TOK-HARD-1'];
  const question = { ask: 'hostile token', form: 'client_id=%FF' } as const;

  it('holds for a refusal, and is violated by a server error', () => {
    expect(rule(exchangeOf(question, {}, { status: 401 }))).toBe('holds');
    expect(rule(exchangeOf(question, 'out', { status: 500 }))).toEqual({
      expected,
      sentence:
        'the status is 500, a server error; it must be a refusal such as 400, or a success, whatever the request contains',
    });
  });

  it('returns nothing for another token request', () => {
    expect(rule(requestOf({}, 'out', { status: 500 }))).toBeUndefined();
  });

  it('does not take the body of another client for one of these', () => {
    const { asks } = checks['templates.hostile.body'];
    const [first] = asks();
    if (first === undefined) throw new Error('no question');
    const sent = (form: string, contentType: string) =>
      read(write({ ...first, form, contentType }, settings), settings)?.ask;
    const json = 'application/json';
    expect(sent('{"client_id":{}}', json)).toBe('hostile token');
    expect(sent('{"client_id":"shop","client_secret":"x"}', json)).not.toBe('hostile token');
    expect(sent('--a--', 'multipart/form-data')).toBe('hostile token');
    expect(sent('--a--', 'multipart/form-data; boundary=a')).not.toBe('hostile token');
  });

  it('reads every question that it sends', () => {
    const asked = Object.values(checks).flatMap(({ asks }) => asks());
    expect(asked.length).toBeGreaterThan(10);
    for (const one of asked) expect(read(write(one, settings), settings)).toMatchObject(one);
  });
});

describe('ETM-HARD-1', () => {
  const { rule } = hostileValues['ETM-HARD-1'];
  const authorization = `Bearer ${IN_BEARER['a header that is a list']}`;

  it('holds for a refusal', () => {
    expect(rule(callOf({ authorization }, {}, { status: 401 }), factsOf())).toBe('holds');
  });

  it('is violated by a server error, and by templates', () => {
    expect(rule(callOf({ authorization }, 'out', { status: 500 }), UNKNOWN)).toEqual({
      expected,
      sentence:
        'the status is 500, a server error; it must be a refusal such as 400, or a success, whatever the request contains',
    });
    const skipping = callOf({ authorization: 'Bearer a.b.c~d' }, OWN_LIST);
    expect(rule(skipping, factsOf())).toEqual({
      expected: 'no templates',
      sentence: 'templates came; none must come',
    });
  });

  it.each(['a.b.c~~~~', 'a.b.c+d', 'a.b./d'])('is violated by templates for %s', (token) => {
    const accepted = callOf({ authorization: `Bearer ${token}` }, OWN_LIST);
    expect(rule(accepted, factsOf())).toEqual({
      expected: 'no templates',
      sentence: 'templates came; none must come',
    });
  });

  it('returns nothing for an issued token with such characters, and for foreign tokens', () => {
    const accepted = callOf({ authorization: 'Bearer a.b.c+d' }, OWN_LIST);
    const { answer } = requestOf({});
    const issued = new Map([['a.b.c+d', { question: BY_FORM, answer }]]);
    expect(rule(accepted, { ...factsOf(), issued })).toBeUndefined();
    expect(rule(accepted, { ...factsOf(), foreign: true })).toBeUndefined();
  });

  it('returns nothing for another token, and if no list is known', () => {
    const other = callOf({ authorization: 'Bearer a.b.c' }, 'out', { status: 500 });
    expect(rule(other, factsOf())).toBeUndefined();
    expect(rule(callOf({ authorization }, {}, { status: 401 }), UNKNOWN)).toBeUndefined();
  });
});
