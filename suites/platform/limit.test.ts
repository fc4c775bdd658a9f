import { describe, expect, it } from 'vitest';
import type { Violation } from '../../src/harness/rule.js';
import { ADDRESS, exchangeOf, factsOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import type { Facts } from './exchange.js';
import { limit } from './limit.js';

const { rule, relation, checks } = limit['PLT-PAGE-3'];
const ids = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('PLT-PAGE-3', () => {
  it('holds for a page of at most limit entities, and of at most 50 without a limit', () => {
    expect(rule(pageOf({ limit: 2 }, [1, 2]), UNKNOWN)).toBe('holds');
    expect(rule(pageOf({ limit: 2 }, [1]), UNKNOWN)).toBe('holds');
    expect(rule(pageOf({}, ids(1, 50)), UNKNOWN)).toBe('holds');
  });

  it('is violated by more entities', () => {
    const two = {
      expected: 'a page size of at most 2, `limit` of the request',
      actual: 3,
      sentence: 'the page has 3 items; it must have at most 2, `limit` of the request',
    };
    expect(rule(pageOf({ limit: 2 }, [1, 2, 3]), UNKNOWN)).toEqual(two);
    expect(rule(pageOf({ limit: 1 }, [1, 2]), UNKNOWN)).toMatchObject({ actual: 2 });
    const fifty = {
      expected: 'a page size of at most 50, the default limit',
      actual: 51,
      sentence: 'the page has 51 items; it must have at most 50, the default limit',
    };
    expect(rule(pageOf({}, ids(1, 51)), UNKNOWN)).toEqual(fifty);
  });

  it('is violated by an empty page if entities follow the cursor', () => {
    expect(rule(pageOf({ cursor: 2 }, []), factsOf([1, 2, 3]))).toEqual({
      expected: 'entities after 2, such as 3',
      actual: 'none',
      sentence: 'the page is empty; it must have the entities after 2, such as 3',
    });
  });

  it('returns nothing for an empty page at the end, a limit below 1, and a response without a page', () => {
    expect(rule(pageOf({ cursor: 3 }, []), factsOf([1, 2, 3]))).toBeUndefined();
    expect(rule(pageOf({ limit: 0 }, [1]), UNKNOWN)).toBeUndefined();
    expect(rule(exchangeOf({ limit: 2 }, {}, { status: 400 }), UNKNOWN)).toBeUndefined();
  });
});

describe('PLT-PAGE-3 for two pages', () => {
  const facts = factsOf([1, 2, 3, 4]);
  const judging = { violationsOf: () => [], note: () => undefined };

  it('holds for the same entities with and without previous, and with the default written out', () => {
    const pages = [pageOf({ limit: 2 }, [1, 2]), pageOf({ limit: 2, previous: 1 }, [1, 2])];
    expect(relation(pages, facts, judging)).toEqual([]);
    const defaults = [pageOf({}, [1, 2]), pageOf({ limit: 50 }, [1, 2])];
    expect(relation(defaults, facts, judging)).toEqual([]);
  });

  it('is violated by other entities for the same cursor and limit', () => {
    const pages = [pageOf({ limit: 2 }, [1, 2]), pageOf({ limit: 2, previous: 1 }, [1, 3])];
    expect(relation(pages, facts, judging)).toEqual([
      {
        expected:
          'the same entities for limit=2 with previous=1 on projects as for limit=2 on projects: ' +
          '2 in all, id 2 at position 2',
        actual: '2 in all, id 3 at position 2',
        exchanges: pages,
        sentence:
          'the page has 2 entities, id 3 at position 2; it must have the same entities for limit=2 with previous=1 on projects as for limit=2 on projects, which are 2, id 2 at position 2',
      },
    ]);
  });

  it('describes pages of which one is longer, and of which one is the beginning', () => {
    const [short, long] = [pageOf({}, [1]), pageOf({ limit: 50 }, [1, 3])];
    expect(relation([short, long], facts, judging)).toMatchObject([
      { expected: expect.stringMatching(/: 1 in all, id none at position 2$/) },
    ]);
    const [expected, actual] = [/: 2 in all$/, '1 in all'];
    expect(relation([long, short], facts, judging)).toMatchObject([
      { expected: expect.stringMatching(expected), actual },
    ]);
    const swapped = [pageOf({}, [1, 2]), pageOf({ limit: 50 }, [2, 3])];
    expect(relation(swapped, facts, judging)).toMatchObject([
      { actual: '2 in all, id 2 at position 1' },
    ]);
  });

  it('compares the last known entity', () => {
    const pages = [
      pageOf({ limit: 9 }, [1, 2, 3, 4]),
      pageOf({ limit: 9, previous: 1 }, [1, 2, 3]),
    ];
    expect(relation(pages, facts, judging)).toHaveLength(1);
    const inTheMiddle = [pageOf({ limit: 2 }, [1, 3]), pageOf({ limit: 2, previous: 1 }, [1, 4])];
    expect(relation(inTheMiddle, facts, judging)).toHaveLength(1);
  });

  it('compares no pages with another limit or cursor, and no responses without a page', () => {
    const pages = [
      pageOf({ limit: 2 }, [1, 2]),
      pageOf({ limit: 3 }, [1, 2, 3]),
      pageOf({ limit: 2, cursor: 2 }, [3, 4]),
      exchangeOf({ limit: 2, previous: 1 }, {}, { status: 500 }),
    ];
    expect(relation(pages, facts, judging)).toEqual([]);
  });

  it('compares no pages of a collection without entities', () => {
    const pages = [pageOf({ limit: 2 }, []), pageOf({ limit: 2, previous: 1 }, [0])];
    expect(relation(pages, factsOf([]), judging)).toEqual([]);
  });

  it('compares pages that violate the shape only', () => {
    const pages = [pageOf({ limit: 2 }, [1, 2]), pageOf({ limit: 2, previous: 1 }, [1, 3])];
    const violation: Violation = { clause: 'PLT-PAGE-1', expected: 'next 0', actual: 'null' };
    const violationsOf = () => [violation];
    expect(relation(pages, facts, { ...judging, violationsOf })).toHaveLength(1);
  });

  it('compares no page that violates another rule, and none of an unknown collection', () => {
    const pages = [pageOf({ limit: 2 }, [1, 2]), pageOf({ limit: 2, previous: 1 }, [3, 1])];
    const violation: Violation = { clause: 'PLT-PAGE-5', expected: 'rising ids', actual: '3, 1' };
    const violationsOf = (one: unknown) => (one === pages[1] ? [violation] : []);
    expect(relation(pages, facts, { ...judging, violationsOf })).toEqual([]);
    expect(relation(pages, UNKNOWN, judging)).toEqual([]);
  });

  it('ignores entities that were added at the end since the collection was read', () => {
    const pages = [
      pageOf({ limit: 9 }, [1, 2, 3, 4]),
      pageOf({ limit: 9, previous: 1 }, [1, 2, 3, 4, 5]),
    ];
    expect(relation(pages, facts, judging)).toEqual([]);
    expect(relation(pages, factsOf([1, 2, 3, 4], { complete: false }), judging)).toHaveLength(1);
  });

  it('returns nothing for traffic of other clients', () => {
    const pages = [pageOf({ limit: 2 }, [1, 2]), pageOf({ limit: 2, previous: 1 }, [1, 3])];
    expect(relation(pages, { ...facts, foreign: true }, judging)).toEqual([]);
  });
});

describe('platform.page.limit', () => {
  const { asks } = checks['platform.page.limit'];
  const questions = (facts: Facts) => asks({ facts, settings: ADDRESS });

  it('sends the default, 1, 50 and one entity fewer than there are', () => {
    expect(questions(factsOf([1, 2, 3, 4, 5])).map((one) => one.limit)).toEqual([
      undefined,
      1,
      50,
      4,
    ]);
  });

  it('sends nothing if no collection has 2 entities', () => {
    expect(questions(factsOf([1]))).toEqual([]);
  });
});
