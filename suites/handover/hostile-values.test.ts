import { describe, expect, it } from 'vitest';
import { isHostile, read, write } from '../../src/protocol/handover/question.js';
import { exchangeOf, REFUSAL, settings } from '../../tests/handover/exchange-of.js';
import { hostileValues } from './hostile-values.js';

describe('HND-HARD-1', () => {
  const { rule, checks } = hostileValues['HND-HARD-1'];
  const body = '{"from":1e400,"to":"a"}';

  it('holds for a refusal, and is violated by a server error', () => {
    expect(rule(exchangeOf({ body }, REFUSAL))).toBe('holds');
    expect(rule(exchangeOf({ body }, 'Oops', { status: 500 }))).toEqual({
      expected: 'a response other than a server error',
      sentence:
        'the status is 500, a server error; it must be a refusal such as 400, or a success, whatever the request contains',
    });
  });

  it('is violated by a server error for a list or null in JSON', () => {
    expect(rule(exchangeOf({ body: '[]' }, 'Oops', { status: 500 }))).toHaveProperty('expected');
    expect(rule(exchangeOf({ body: 'null' }, REFUSAL))).toBe('holds');
  });

  it('returns nothing for an ordinary body', () => {
    expect(rule(exchangeOf({}, 'Oops', { status: 500 }))).toBeUndefined();
    expect(rule(exchangeOf({ body: '{}' }, 'Oops', { status: 500 }))).toBeUndefined();
  });

  it('takes a body for wrongly declared only if it is not compressed', () => {
    const headers = [['Content-Encoding', 'gzip'] as const];
    expect(isHostile({ body: '{}', headers })).toBe(true);
    expect(isHostile({ body: '\x1f\x8b\x08', headers })).toBe(false);
    expect(isHostile({ body: '{}', contentType: 'application/json; charset=assay' })).toBe(true);
    expect(isHostile({ body: '{}', contentType: 'application/json; charset=utf-8' })).toBe(false);
  });

  it('sends no authorization, and tests the response to every body', () => {
    const asked = checks['handover.hostile.body'].asks();
    expect(asked.length).toBeGreaterThan(7);
    for (const question of asked) {
      expect(question).not.toHaveProperty('authorization');
      const received = read(write(question, settings), settings);
      if (received === undefined) throw new Error('the question is not read');
      expect(rule(exchangeOf(received, 'Oops', { status: 500 }))).toHaveProperty('expected');
    }
  });
});
