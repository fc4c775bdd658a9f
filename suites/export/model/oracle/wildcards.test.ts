import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pattern } from './wildcards.js';

const parts = (...characters: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((chosen) => chosen.join(''));

function asRegExp(source: string): RegExp {
  const wildcards: Readonly<Record<string, string>> = { '%': '[^]*', _: '[^]' };
  const made = [...source].map((c) => wildcards[c] ?? c.replace('.', '\\.'));
  return new RegExp(`^${made.join('')}$`, 'u');
}

it('matches as the regular expression does', () => {
  fc.assert(
    fc.property(
      parts('a', 'b', '\n', '😀', '%', '_'),
      parts('a', 'b', '😀', '.', '%', '_'),
      (text, source) => {
        expect(pattern(source)(text)).toBe(asRegExp(source).test(text));
      },
    ),
    { seed: 7, numRuns: 6_000 },
  );
});

it('takes no time for a pattern of many runs on a long text that does not match', () => {
  expect(pattern(`${'%a'.repeat(100)}b`)('a'.repeat(10_000))).toBe(false);
});
