import { expect, it } from 'vitest';
import { listInWords } from './in-words.js';

it('joins names with commas and "and"', () => {
  expect(listInWords([])).toBe('');
  expect(listInWords(['A'])).toBe('A');
  expect(listInWords(['A', 'B'])).toBe('A and B');
  expect(listInWords(['A', 'B', 'C'])).toBe('A, B and C');
});
