import { expect, it } from 'vitest';
import { nextCursor, readingOfNext } from './next-cursor.js';

const page = (ids: readonly number[], next: number | null) => ({
  ids,
  cursor: { current: 0, prev: 0, next, count: ids.length },
});

it.each([
  ['last-of-page', 4, 4],
  ['last-of-page', 9, 9],
  ['first-of-next', 9, 8],
  ['first-of-next', 2, 1],
] as const)('reads next as %s: %i leads to cursor %i', (reading, next, cursor) => {
  expect(nextCursor(page([3, 4], next), reading)).toBe(cursor);
});

it.each([
  ['last-of-page', [3, 4], 0],
  ['last-of-page', [3, 4], null],
  ['last-of-page', [], 4],
  ['first-of-next', [3, 4], 4],
  ['first-of-next', [3, 4], -1],
] as const)('ends, with next as %s, for the ids %j and next %s', (reading, ids, next) => {
  expect(nextCursor(page(ids, next), reading)).toBeUndefined();
});

it('treats next as the first id of the next page if it is the following id', () => {
  expect(readingOfNext(page([3, 4], 7), 7)).toBe('first-of-next');
  expect(readingOfNext(page([3, 4], 4), 7)).toBe('last-of-page');
  expect(readingOfNext(page([3, 4], 5), 7)).toBe('last-of-page');
});

it('treats next as the first id of the next page if no following id contradicts it', () => {
  expect(readingOfNext(page([3, 4], 7), 'unknown')).toBe('first-of-next');
  expect(readingOfNext(page([3, 4], 4), 'unknown')).toBe('last-of-page');
  expect(readingOfNext(page([3, 4], null), 'unknown')).toBe('last-of-page');
});
