import { describe, expect, it } from 'vitest';
import { ADDRESS, exchangeOf, factsOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import type { Facts } from './exchange.js';
import { parameters } from './parameters.js';

const { rule, checks } = parameters['PLT-PAGE-11'];
const known = factsOf([1, 2, 3]);
const refused = (sent: Parameters<typeof exchangeOf>[0]) => exchangeOf(sent, {}, { status: 400 });

describe('PLT-PAGE-11', () => {
  it('holds for a page with any parameter', () => {
    expect(rule(pageOf({ limit: 2 }, [1, 2]), UNKNOWN)).toBe('holds');
    expect(rule(pageOf({ previous: 1 }, [1, 2]), known)).toBe('holds');
  });

  it.each([{ limit: 2 }, { cursor: 1 }, { previous: 1 }, { limit: 50, cursor: 2, previous: 3 }])(
    'is violated where %j is refused',
    (sent) => {
      expect(rule(refused(sent), known)).toEqual({
        expected: 'a page',
        sentence: 'the response is not a page: 400 application/json {}; it must be one',
      });
    },
  );

  it.each([
    ['no parameter', {}],
    ['a limit above 50', { limit: 51 }],
    ['limit 0', { limit: 0 }],
    ['a cursor past the end', { cursor: 3 }],
    ['a previous that is not an id', { previous: 9 }],
  ])('returns nothing for %s', (_, sent) => {
    expect(rule(refused(sent), known)).toBeUndefined();
  });

  it('returns nothing for a cursor or a previous of an unknown collection', () => {
    expect(rule(refused({ cursor: 1 }), UNKNOWN)).toBeUndefined();
    expect(rule(refused({ previous: 1 }), UNKNOWN)).toBeUndefined();
  });

  it('is violated where a limit of an unknown collection is refused', () => {
    expect(rule(refused({ limit: 2 }), UNKNOWN)).toEqual({
      expected: 'a page',
      sentence: 'the response is not a page: 400 application/json {}; it must be one',
    });
  });
});

it('platform.page.parameters sends each parameter alone, and all together', () => {
  const { asks } = checks['platform.page.parameters'];
  const questions = (facts: Facts) => asks({ facts, settings: ADDRESS });
  expect(questions(known)).toEqual([
    { collection: 'projects', previous: 1 },
    { collection: 'projects', limit: 2, cursor: 1, previous: 1 },
    { collection: 'projects', cursor: 1 },
    { collection: 'projects', limit: 1 },
  ]);
  expect(questions(factsOf([]))).toEqual([]);
});
