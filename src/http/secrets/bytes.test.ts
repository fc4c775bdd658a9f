import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastAtMost, replaced, viewOf } from './bytes.js';

it('leads each byte of a replacement back to the stretch that it replaces, and any other to itself', () => {
  const view = replaced(viewOf('a\\/b%20c'), [
    { at: 1, end: 3, bytes: '/' },
    { at: 4, end: 7, bytes: 'xy' },
  ]);
  expect(view.bytes).toBe('a/bxyc');
  const origins = Array.from(view.bytes, (_, index) => view.placeOf(index, index + 1));
  expect(origins).toEqual([
    [0, 1],
    [1, 3],
    [3, 4],
    [4, 7],
    [4, 7],
    [7, 8],
  ]);
});

it('leads back through several views, also where stretches were removed', () => {
  const first = replaced(viewOf('%255C!'), [{ at: 0, end: 3, bytes: '%' }]);
  const second = replaced(first, [{ at: 0, end: 3, bytes: '\\' }]);
  expect(second.bytes).toBe('\\!');
  expect(second.placeOf(0, 1)).toEqual([0, 5]);
  const shorter = replaced(second, [{ at: 0, end: 1, bytes: '' }]);
  expect(shorter.bytes).toBe('!');
  expect(shorter.placeOf(0, 1)).toEqual([5, 6]);
});

it('finds the last number that is not above a limit, as a plain search does', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (numbers, limit) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      expect(lastAtMost(sorted, limit)).toBe(sorted.findLastIndex((number) => number <= limit));
    }),
    { seed: 46 },
  );
});
