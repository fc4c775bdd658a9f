import { describe, expect, it } from 'vitest';
import { ADDRESS, exchangeOf, factsOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import { cursor } from './cursor.js';
import type { Facts } from './exchange.js';

const { rule, relation, checks } = cursor['PLT-PAGE-4'];

describe('PLT-PAGE-4', () => {
  it('holds for ids greater than the cursor', () => {
    expect(rule(pageOf({ cursor: 2 }, [3, 4]), UNKNOWN)).toBe('holds');
    expect(rule(pageOf({ cursor: 2 }, [3, 4]), factsOf([1, 2, 3, 4]))).toBe('holds');
    expect(rule(pageOf({}, [1]), factsOf([1, 2]))).toBe('holds');
  });

  it('is violated by an id that is not greater', () => {
    const violation = {
      expected: 'ids greater than 2',
      actual: 'id 2',
      sentence: 'id 2 came; only ids greater than 2 may come',
    };
    expect(rule(pageOf({ cursor: 2 }, [2, 3]), UNKNOWN)).toEqual(violation);
    expect(rule(pageOf({ cursor: 2 }, [2]), factsOf([1, 2, 3]))).toEqual(violation);
  });

  it('is violated by a page that begins after the next known id', () => {
    expect(rule(pageOf({ cursor: 1 }, [3, 4]), factsOf([1, 2, 3, 4]))).toEqual({
      expected: 'the entities after 1, beginning with id 2',
      actual: 'beginning with id 3',
      sentence: 'the page begins with id 3; it must begin with id 2 (the entities after 1)',
    });
  });

  it('returns nothing for an empty page, past the end, and if an unknown collection may start over', () => {
    expect(rule(pageOf({ cursor: 2 }, []), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({ cursor: 1003 }, [1, 2]), factsOf([1, 2, 3]))).toBeUndefined();
    expect(rule(pageOf({ cursor: 2 }, [1, 2]), UNKNOWN)).toBeUndefined();
  });
});

describe('PLT-PAGE-4 for cursors past the end', () => {
  const facts = factsOf([1, 2, 3]);
  const small = { cursor: 1003 };
  const large = { cursor: 2 ** 31 };

  it('is violated by a target that starts over only if the cursor exceeds 32 bits', () => {
    const misread = pageOf(large, [1, 2]);
    const violation = {
      expected: 'ids greater than 2147483648',
      actual: 'id 1',
      sentence: 'id 1 came; only ids greater than 2147483648 may come',
    };
    for (const cursor of [1003, 2 ** 31 - 1])
      expect(relation([pageOf({ cursor }, []), misread], facts)).toEqual([
        { ...violation, exchanges: [misread] },
      ]);
    const equal = pageOf(large, [2 ** 31]);
    expect(relation([pageOf(small, []), equal], facts)).toMatchObject([
      { actual: 'id 2147483648' },
    ]);
  });

  it('holds for a target that always starts over, and for one that never does', () => {
    expect(relation([pageOf(small, [1]), pageOf(large, [1])], facts)).toEqual([]);
    expect(relation([pageOf(small, []), pageOf(large, [])], facts)).toEqual([]);
    const added = pageOf(large, [2 ** 31 + 1]);
    expect(relation([pageOf(small, []), added], facts)).toEqual([]);
  });

  it('returns nothing without a small cursor to compare, and for traffic of other clients', () => {
    expect(relation([pageOf(large, [1])], facts)).toEqual([]);
    expect(relation([pageOf({ cursor: 1 }, [2]), pageOf(large, [1])], facts)).toEqual([]);
    const refused = exchangeOf(large, {}, { status: 400 });
    expect(relation([pageOf(small, []), refused], facts)).toEqual([]);
    const pages = [pageOf(small, []), pageOf(large, [1])];
    expect(relation(pages, { ...facts, foreign: true })).toEqual([]);
  });
});

it('platform.page.cursor sends an id, 0, a number in a gap and the last id but one', () => {
  const { asks } = checks['platform.page.cursor'];
  const questions = (facts: Facts) => asks({ facts, settings: ADDRESS });
  const asked = questions(factsOf([1, 2, 5, 6])).map((one) => one.cursor);
  expect(asked).toEqual([2, 0, 3, 5]);
  const five = questions(factsOf([1, 2, 5, 6, 7])).map((one) => one.cursor);
  expect(five).toEqual([2, 0, 3, 6]);
  expect(questions(factsOf([1]))).toEqual([]);
  expect(questions(factsOf([1, 2, 3, 4])).map((one) => one.cursor)).toEqual([2, 0, 3]);
});
