import { describe, expect, it } from 'vitest';
import { excerpt, visible } from './visible.js';

describe('text of a target, made visible', () => {
  it('escapes control characters, and keeps all other text', () => {
    expect(visible('a\u0000\u001b[31m\u202e\ud800é\t\n😀')).toBe(
      'a\\u0000\\u001b[31m\\u202e\\ud800é\t\n😀',
    );
  });

  it('is cut between characters, and ends with an ellipsis', () => {
    expect(excerpt('abc', 3)).toBe('abc');
    expect(excerpt('abcd', 3)).toBe('abc…');
    expect(excerpt('ab😀', 3)).toBe('ab…');
    expect(excerpt('\u0000\u0000', 7)).toBe('\\u0000\\…');
  });
});
