import { expect, it } from 'vitest';
import { cut } from './cut.js';

it('begins as the text does, and is the text where that is short', () => {
  expect(cut('Bierkrug', 4)).toBe('Bier');
  expect(cut('Bier', 4)).toBe('Bier');
  expect(cut('a\u{1f37a}', 2)).toBe('a\ufffd');
});
