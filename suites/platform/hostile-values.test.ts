import { describe, expect, it } from 'vitest';
import { read, write } from '../../src/protocol/platform/question.js';
import { ADDRESS, exchangeOf, factsOf } from '../../tests/platform/exchange-of.js';
import { hostileValues } from './hostile-values.js';

describe('PLT-HARD-1', () => {
  const { rule, checks } = hostileValues['PLT-HARD-1'];
  const search = 'cursor=9223372036854775808';

  it('holds for a refusal, and is violated by a server error', () => {
    expect(rule(exchangeOf({ search }, {}, { status: 400 }))).toBe('holds');
    expect(rule(exchangeOf({ search }, 'out', { status: 500 }))).toEqual({
      expected: 'a response other than a server error',
      sentence:
        'the status is 500, a server error; it must be a refusal such as 400, or a success, whatever the request contains',
    });
  });

  it('is violated by a server error for an integer beyond 31 bits, which may also be accepted', () => {
    const beyond = { cursor: 2 ** 31 };
    expect(rule(exchangeOf(beyond, 'out', { status: 500 }))).toHaveProperty('expected');
    expect(rule(exchangeOf(beyond, {}))).toBeUndefined();
  });

  it('returns nothing for an ordinary request', () => {
    expect(rule(exchangeOf({ cursor: 1 }, 'out', { status: 500 }))).toBeUndefined();
  });

  it('reads every question that it sends', () => {
    const given = { facts: factsOf([1, 2]), settings: ADDRESS };
    const asked = Object.values(checks).flatMap(({ asks }) => asks(given));
    expect(asked.length).toBeGreaterThan(20);
    for (const question of asked) expect(read(write(question, ADDRESS), ADDRESS)).toEqual(question);
  });
});
