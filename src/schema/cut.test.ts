import { expect, it } from 'vitest';
import { cut } from './cut.js';

it('returns the beginning of a long text, and the whole of a short text', () => {
  expect(cut('Bierkrug', 4)).toBe('Bier');
  expect(cut('Bier', 4)).toBe('Bier');
  expect(cut('a\u{1f37a}', 2)).toBe('a\ufffd');
});
