import { expect, it } from 'vitest';
import { defined } from './defined.js';

it('leaves out members that are undefined, and keeps null, 0 and empty text', () => {
  const limit: number | undefined = undefined;
  const given = { limit, offset: 0, filter: null, groupBy: '' };
  expect(Object.entries(defined(given))).toEqual([
    ['offset', 0],
    ['filter', null],
    ['groupBy', ''],
  ]);
});
