import { expect, it } from 'vitest';
import { longer } from './literal-probes.js';

it.each([3, 1999, 2000, 5000])('lengthens a text of %i characters', (length) => {
  const text = 'k'.repeat(length);
  expect(longer(text)).toHaveLength(Math.max(2000, length + 1));
  expect(longer(text).startsWith(text)).toBe(true);
});
