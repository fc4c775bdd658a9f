import { describe, expect, it } from 'vitest';
import { factsOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import { links } from './links.js';

const known = factsOf([1, 2, 4, 6]);

describe('PLT-PAGE-7', () => {
  const { rule } = links['PLT-PAGE-7'];

  it('holds for the cursor of the request, which is 0 on the first page', () => {
    expect(rule(pageOf({ cursor: 2 }, [4], { current: 2 }), known)).toBe('holds');
    expect(rule(pageOf({}, [1], { current: 0 }), UNKNOWN)).toBe('holds');
  });

  it('is violated by another number', () => {
    const violation = { expected: 'current 2, `cursor` of the request', actual: 4 };
    expect(rule(pageOf({ cursor: 2 }, [4], { current: 4 }), known)).toEqual(violation);
  });

  it('returns nothing past the end, and without a current', () => {
    expect(rule(pageOf({ cursor: 9 }, [], { current: 0 }), known)).toBeUndefined();
    expect(rule(pageOf({}, [1], { current: null }), known)).toBeUndefined();
  });
});

describe('PLT-PAGE-8', () => {
  const { rule } = links['PLT-PAGE-8'];
  const prev = (value: number, previous?: number) =>
    rule(pageOf({ cursor: 4, previous }, [6], { prev: value }), known);

  it('holds for 0, for an id before the page, and for the previous that was sent', () => {
    expect(prev(0)).toBe('holds');
    expect(prev(2)).toBe('holds');
    expect(prev(4)).toBe('holds');
    expect(prev(9, 9)).toBe('holds');
    expect(rule(pageOf({ cursor: 3 }, [4], { prev: 3 }), known)).toBe('holds');
  });

  it('is violated by a negative number, and by an id in the page or after it', () => {
    expect(prev(-1)).toEqual({ expected: 'prev 0 or an id', actual: '-1' });
    expect(prev(-1, -1)).toEqual({ expected: 'prev 0 or an id', actual: '-1' });
    expect(prev(6)).toEqual({ expected: 'prev 0 or an id below 6', actual: '6' });
    expect(prev(7, 9)).toEqual({ expected: 'prev 0 or 9 or an id below 6', actual: '7' });
  });

  it('is violated by an id on the first page', () => {
    expect(rule(pageOf({}, [1, 2], { prev: 1 }), UNKNOWN)).toEqual({
      expected: 'prev 0 on the first page',
      actual: '1',
    });
  });

  it('is violated by an id in or after the page if previous is not an id', () => {
    const beyond = (value: number) =>
      rule(pageOf({ limit: 2, previous: 99 }, [1, 2], { prev: value }), known);
    expect(beyond(0)).toBe('holds');
    expect(beyond(99)).toBe('holds');
    expect(beyond(4)).toEqual({ expected: 'prev 0 or 99 or an id below 1', actual: '4' });
    // The last id is the one before 99, which the document may mean.
    expect(beyond(6)).toEqual({
      expected: 'prev 0 or 99 or an id below 1',
      actual: '6',
      atMost: 'warning',
    });
    const backwards = pageOf({ limit: 2, previous: 5 }, [2, 4], { prev: 1 });
    expect(rule(backwards, known)).toBe('holds');
  });

  it('is a warning for a number that is not an id', () => {
    expect(prev(3)).toEqual({
      expected: 'prev the id of an entity before 6',
      actual: '3',
      atMost: 'warning',
    });
    expect(rule(pageOf({ cursor: 4 }, [], { prev: 3 }), known)).toEqual({
      expected: 'prev the id of an entity',
      actual: '3',
      atMost: 'warning',
    });
    expect(rule(pageOf({ cursor: 4 }, [6], { prev: 3 }), UNKNOWN)).toBe('holds');
  });

  it('returns nothing without a prev', () => {
    expect(rule(pageOf({ cursor: 4 }, [6], { prev: null }), known)).toBeUndefined();
  });
});
