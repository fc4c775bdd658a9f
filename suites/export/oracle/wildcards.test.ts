import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pattern, type Wildcards } from './wildcards.js';

const parts = (...characters: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((chosen) => chosen.join(''));

function asRegExp(source: string, { anyOne = '_', anyRun = '%' }: Wildcards): RegExp {
  const made = [...source].map((c) => (c === anyRun ? '[^]*' : c === anyOne ? '[^]' : c.replace('.', '\\.')));
  return new RegExp(`^${made.join('')}$`, 'u');
}

it.each([{}, { anyOne: '' }, { anyRun: '' }])('matches as the regular expression does, with %j', (wildcards) => {
  fc.assert(
    fc.property(parts('a', 'b', '\n', '😀', '%', '_'), parts('a', 'b', '😀', '.', '%', '_'), (text, source) => {
      expect(pattern(source, wildcards)(text)).toBe(asRegExp(source, wildcards).test(text));
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

it('takes no time for a pattern of many runs on a long text that does not match', () => {
  expect(pattern(`${'%a'.repeat(100)}b`)('a'.repeat(10_000))).toBe(false);
});
