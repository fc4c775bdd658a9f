import { describe, expect, it } from 'vitest';
import { exchangeOf, factsOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import { walk } from './walk.js';

const known = factsOf([1, 2, 3, 4, 5]);

describe('PLT-PAGE-5', () => {
  const { rule } = walk['PLT-PAGE-5'];

  it('holds for the known entities after the cursor, with a next or at the end', () => {
    expect(rule(pageOf({ limit: 2 }, [1, 2]), known)).toBe('holds');
    expect(rule(pageOf({ limit: 2, cursor: 3 }, [4, 5], { next: 0 }), known)).toBe('holds');
    expect(rule(pageOf({ cursor: 5 }, []), known)).toBe('holds');
  });

  it('is violated by ids that do not rise, with and without facts', () => {
    expect(rule(pageOf({}, [1, 3, 2]), UNKNOWN)).toEqual({
      expected: 'ids in strictly ascending order',
      actual: 'id 2 after 3',
    });
    expect(rule(pageOf({}, [1, 1]), UNKNOWN)).toMatchObject({ actual: 'id 1 after 1' });
  });

  it('is violated by an entity that is missing within the page', () => {
    expect(rule(pageOf({ limit: 3 }, [1, 3, 4]), known)).toEqual({
      expected: 'entity 2 on the page',
      actual: 'a page without it',
    });
  });

  it.each([0, null])('is violated by next %s before the end', (next) => {
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next }), known)).toEqual({
      expected: 'a next that leads to entity 3',
      actual: String(next),
    });
  });

  it('is violated by a last page whose next leads back', () => {
    expect(rule(pageOf({ limit: 2, cursor: 3 }, [4, 5], { next: 1 }), known)).toEqual({
      expected: 'an end after entity 5',
      actual: 'next 1',
    });
  });

  it('is violated by an entity after the end of a walk', () => {
    expect(rule(pageOf({ cursor: 5 }, [6]), known)).toEqual({
      expected: 'an end after 5',
      actual: 'entity 6',
    });
  });

  it('returns nothing for an empty page inside, an unknown collection, and another first entity', () => {
    expect(rule(pageOf({ cursor: 2 }, []), known)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2]), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({ limit: 2 }, [2, 3]), known)).toBeUndefined();
  });
});

describe('PLT-PAGE-5 for two pages of a walk', () => {
  const { relation } = walk['PLT-PAGE-5'];
  const first = pageOf({ limit: 2 }, [1, 2]);

  it('holds if the page at next continues the walk', () => {
    expect(relation([first, pageOf({ limit: 2, cursor: 2 }, [3, 4])], known)).toEqual([]);
  });

  it('is violated if the page begins elsewhere or is refused', () => {
    const elsewhere = pageOf({ limit: 2, cursor: 2 }, [4, 5]);
    expect(relation([first, elsewhere], known)).toEqual([
      {
        expected: 'a page that goes on after 2, with 3',
        actual: 'a page from 4 on',
        exchanges: [first, elsewhere],
      },
    ]);
    const refused = exchangeOf({ limit: 2, cursor: 2 }, {}, { status: 500 });
    expect(relation([first, refused], known)).toMatchObject([{ exchanges: [first, refused] }]);
  });

  it('follows the reading in which next is the first id of the next page', () => {
    const facts = factsOf([1, 2, 5, 6], { reading: 'first-of-next' });
    const page = pageOf({ limit: 2 }, [1, 2], { next: 5 });
    expect(relation([page, pageOf({ limit: 2, cursor: 4 }, [5, 6])], facts)).toEqual([]);
    expect(relation([page, pageOf({ limit: 2, cursor: 4 }, [6])], facts)).toHaveLength(1);
  });

  it('returns nothing if next was not followed, or its reading is unknown', () => {
    expect(relation([first, pageOf({ limit: 2, cursor: 3 }, [5])], known)).toEqual([]);
    expect(relation([first, pageOf({ limit: 2, cursor: 2 }, [5])], UNKNOWN)).toEqual([]);
  });
});

describe('PLT-PAGE-6', () => {
  const { rule } = walk['PLT-PAGE-6'];
  const firstOfNext = factsOf([1, 2, 5, 6], { reading: 'first-of-next' });

  it('holds in both readings', () => {
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next: 2 }), known)).toBe('holds');
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next: 5 }), firstOfNext)).toBe('holds');
  });

  it('is violated by the other reading, and by any other id', () => {
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next: 3 }), known)).toEqual({
      expected: 'next 2, the last id of this page',
      actual: '3',
    });
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next: 2 }), firstOfNext)).toEqual({
      expected: 'next 5, the first id of the next page',
      actual: '2',
    });
  });

  it('is violated by an id before the last id, without facts', () => {
    expect(rule(pageOf({}, [1, 2, 3], { next: 2 }), UNKNOWN)).toMatchObject({ actual: 2 });
  });

  it('returns nothing on the last page, on an empty page, and for an end without facts', () => {
    expect(rule(pageOf({ cursor: 3 }, [4, 5], { next: 0 }), known)).toBeUndefined();
    expect(rule(pageOf({ cursor: 5 }, []), known)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2], { next: 0 }), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2], { next: 9 }), UNKNOWN)).toBeUndefined();
  });
});
