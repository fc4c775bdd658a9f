import { describe, expect, it } from 'vitest';
import { compileLike } from './like.js';

const rows: [pattern: string, kept: string[], leftOut: string[]][] = [
  ['abc', ['abc'], ['abcd', 'xabc', 'ABC', '']],
  ['', [''], ['a', ' ']],
  ['%', ['', 'a', 'line\nbreak'], []],
  ['a%', ['a', 'abc'], ['ba', '']],
  ['%c', ['c', 'abc'], ['cb', '']],
  ['%b%', ['b', 'abc', 'ab', 'bc'], ['ac']],
  ['a%a', ['aa', 'aba'], ['a', 'ab']],
  ['%a%b%', ['ab', 'xaxbx'], ['ba', 'b', 'a']],
  ['a_c', ['abc', 'a\nc', 'a\u{1f6cb}c'], ['ac', 'abbc']],
  ['_', ['a', '\u{1f6cb}', '桌'], ['', 'ab', '\u{1f6cb}\ufe0f']],
  ['%_', ['a', 'ab'], ['']],
  ['_%_', ['ab', 'abc'], ['a']],
  ['50\\%', ['50%'], ['500', '50\\%']],
  ['a\\_b', ['a_b'], ['axb']],
  ['a\\\\b', ['a\\b'], ['a\\\\b']],
  ['a\\', ['a\\'], ['a']],
  ['%.*%', ['a.*b'], ['ab']],
];

describe('LIKE', () => {
  it.each(rows)('%j must match the whole text', (pattern, kept, leftOut) => {
    const match = compileLike(pattern);
    expect(kept.filter((text) => !match(text))).toEqual([]);
    expect(leftOut.filter(match)).toEqual([]);
  });

  it('needs no longer for a pattern with many wildcards', () => {
    const match = compileLike(`${'%_'.repeat(500)}b`);
    expect(match('a'.repeat(2000))).toBe(false);
  });
});
