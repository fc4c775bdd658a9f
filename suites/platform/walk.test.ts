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
      sentence: 'id 2 comes after 3; the ids must be in strictly ascending order',
    });
    expect(rule(pageOf({}, [1, 1]), UNKNOWN)).toMatchObject({ actual: 'id 1 after 1' });
    expect(rule(pageOf({}, [0, 3, 2]), UNKNOWN)).toMatchObject({ actual: 'id 2 after 3' });
  });

  it('is violated by an entity that is missing within the page', () => {
    expect(rule(pageOf({ limit: 3 }, [1, 3, 4]), known)).toEqual({
      expected: 'entity 2 on the page',
      actual: 'a page without it',
      sentence: 'entity 2 is missing on the page; it must be there',
    });
  });

  it.each([0, null])('is violated by next %s before the end', (next) => {
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next }), known)).toEqual({
      expected: 'a next that leads to entity 3',
      actual: String(next),
      sentence: `next is ${next}; it must lead to entity 3`,
    });
    expect(rule(pageOf({ limit: 3 }, [1, 2, 3], { next }), known)).toMatchObject({
      expected: 'a next that leads to entity 4',
    });
  });

  it('is violated by a last page whose next leads back', () => {
    expect(rule(pageOf({ limit: 2, cursor: 3 }, [4, 5], { next: 1 }), known)).toEqual({
      expected: 'a next that ends the walk after entity 5',
      actual: 'next 1',
      sentence: 'next is 1 after entity 5, the last one; it must end the walk, and not lead back',
    });
  });

  it.each([4, 5, 6, 0, null, -1])('holds for a last page with entity 4 and next %s', (next) => {
    const four = factsOf([1, 2, 3, 4]);
    expect(rule(pageOf({ limit: 2, cursor: 2 }, [3, 4], { next }), four)).toBe('holds');
  });

  it('holds for a next that leads back before the end, or if the end is unknown', () => {
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next: 1 }), known)).toBe('holds');
    const partly = factsOf([1, 2, 3, 4, 5], { complete: false });
    expect(rule(pageOf({ limit: 2, cursor: 3 }, [4, 5], { next: 1 }), partly)).toBe('holds');
  });

  it('is violated by an entity after the end of a walk', () => {
    expect(rule(pageOf({ cursor: 5 }, [6]), known)).toEqual({
      expected: 'an empty page for cursor 5, the last id',
      actual: 'entity 6',
      sentence: 'entity 6 came after cursor 5, the last id; the page must be empty',
    });
  });

  it('returns nothing for an entity after the end with a limit, and for an earlier one', () => {
    expect(rule(pageOf({ limit: 2, cursor: 5 }, [6]), known)).toBeUndefined();
    expect(rule(pageOf({ cursor: 5 }, [5]), known)).toBeUndefined();
    expect(rule(pageOf({ cursor: 5 }, [4]), known)).toBeUndefined();
  });

  it('holds for a page without a limit before the end', () => {
    expect(rule(pageOf({ cursor: 2 }, [3, 4, 5]), known)).toBe('holds');
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
        expected: 'a page that starts with entity 3, which follows 2, the last of the page before',
        actual: 'a page that starts with entity 4',
        exchanges: [first, elsewhere],
        sentence:
          'following `next`, the page after entity 2 starts with entity 4; it must start with entity 3',
      },
    ]);
    const tooFar = pageOf({ limit: 2 }, [1, 2], { next: 3 });
    const afterIt = pageOf({ limit: 2, cursor: 3 }, [4, 5]);
    expect(relation([tooFar, afterIt], known)).toMatchObject([
      {
        expected:
          'a page that starts with entity 3, which follows 2, the last of the page before, whose next is 3 instead of 2, its last id, as on other pages of this server',
        sentence:
          '`next` of the page that ends with entity 2 is 3; it must be 2, its last id, as on other pages of this server (with it the page after entity 2 starts with entity 4 instead of entity 3)',
      },
    ]);
    const refused = exchangeOf({ limit: 2, cursor: 2 }, {}, { status: 500 });
    expect(relation([first, refused], known)).toMatchObject([
      {
        expected: 'a page that starts with entity 3, which follows 2, the last of the page before',
        actual: expect.stringContaining('500'),
        exchanges: [first, refused],
      },
    ]);
    const empty = pageOf({ limit: 2, cursor: 2 }, []);
    expect(relation([first, empty], known)).toMatchObject([{ actual: 'an empty page' }]);
  });

  it('is violated by a page of three entities that another entity follows', () => {
    const three = pageOf({ limit: 3 }, [1, 2, 3]);
    const elsewhere = pageOf({ limit: 3, cursor: 3 }, [5]);
    expect(relation([three, elsewhere], known)).toMatchObject([
      {
        expected: 'a page that starts with entity 4, which follows 3, the last of the page before',
      },
    ]);
  });

  it.each([1, 2])('is violated by a page that leads back to %s, if no entity is known', (id) => {
    const facts = { ...UNKNOWN, reading: 'last-of-page' as const };
    const back = pageOf({ limit: 2, cursor: 2 }, [id], { next: 0 });
    expect(relation([first, back], facts)).toEqual([
      {
        expected: 'an empty page, or a page with ids above 2',
        actual: `a page that starts with entity ${id}`,
        sentence: `following \`next\`, the page after entity 2, the last one, starts with entity ${id}; it must be empty`,
        exchanges: [first, back],
      },
    ]);
  });

  it('holds for a later entity or an empty page, if no entity is known', () => {
    const facts = { ...UNKNOWN, reading: 'last-of-page' as const };
    expect(relation([first, pageOf({ limit: 2, cursor: 2 }, [7])], facts)).toEqual([]);
    expect(relation([first, pageOf({ limit: 2, cursor: 2 }, [])], facts)).toEqual([]);
  });

  it('returns nothing for a response with status 200 that is not a page', () => {
    const html = exchangeOf({ limit: 2, cursor: 2 }, '<html>');
    expect(relation([first, html], known)).toEqual([]);
  });

  it('follows the reading in which next is the first id of the next page', () => {
    const facts = factsOf([1, 2, 5, 6], { reading: 'first-of-next' });
    const page = pageOf({ limit: 2 }, [1, 2], { next: 5 });
    expect(relation([page, pageOf({ limit: 2, cursor: 4 }, [5, 6])], facts)).toEqual([]);
    expect(relation([page, pageOf({ limit: 2, cursor: 4 }, [6])], facts)).toHaveLength(1);
  });

  it('returns nothing if next was not followed, or its reading is unknown', () => {
    expect(relation([first, pageOf({ limit: 2, cursor: 3 }, [5])], known)).toEqual([]);
    const ahead = pageOf({ limit: 2 }, [1, 2], { next: 4 });
    for (const cursor of [3, 4])
      expect(relation([ahead, pageOf({ limit: 2, cursor }, [1])], UNKNOWN)).toEqual([]);
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
      expected: 'next 2, the last id of this page, as on other pages of this server',
      actual: '3',
    });
    expect(rule(pageOf({ limit: 2 }, [1, 2], { next: 2 }), firstOfNext)).toEqual({
      expected: 'next 5, the first id of the next page, as on other pages of this server',
      actual: '2',
    });
  });

  it('is violated by an id before the last id, without facts', () => {
    expect(rule(pageOf({}, [1, 2, 3], { next: 2 }), UNKNOWN)).toEqual({
      expected: 'next 3, a greater id, 0 or null',
      actual: 2,
    });
  });

  it('returns nothing on the last page, on an empty page, and for an end without facts', () => {
    expect(rule(pageOf({ cursor: 3 }, [4, 5], { next: 0 }), known)).toBeUndefined();
    expect(rule(pageOf({ cursor: 5 }, []), known)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2], { next: 0 }), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2], { next: null }), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2], { next: 2 }), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({}, [1, 2], { next: 9 }), UNKNOWN)).toBeUndefined();
    expect(rule(pageOf({}, [], { next: 9 }), UNKNOWN)).toBeUndefined();
  });

  it('returns nothing if the reading is unknown, or the last entity of the page', () => {
    const page = pageOf({ limit: 2 }, [1, 2], { next: 4 });
    expect(rule(page, { ...known, reading: undefined })).toBeUndefined();
    const gap = factsOf([1, 2, 5]);
    expect(rule(pageOf({ limit: 2 }, [2, 3], { next: 4 }), gap)).toBeUndefined();
  });
});
