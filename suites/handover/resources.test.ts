import { expect, it } from 'vitest';
import { listIn } from './resources.js';

it('finds a list, a list in data, and the only list of an object', () => {
  expect(listIn(['a'])).toEqual(['a']);
  expect(listIn({ data: ['a'], links: [] })).toEqual(['a']);
  expect(listIn({ total: 1, resources: ['a'] })).toEqual(['a']);
});

it('returns nothing for two lists, and without a list', () => {
  expect(listIn({ resources: ['a'], users: [] })).toBeUndefined();
  expect(listIn({ resources: 1 })).toBeUndefined();
  expect(listIn('a')).toBeUndefined();
});
