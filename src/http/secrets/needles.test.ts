import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Needles } from './needles.js';

/** Few letters, so that needles begin within needles and texts are full of what is almost one. */
const word = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: least, maxLength: most });

it('finds what a plain search finds, the longest of what begins in one place', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word(6, 12), { minLength: 1, maxLength: 6 }),
      fc.array(word(0, 30), { maxLength: 4 }),
      (secrets, texts) => {
        const needles = new Needles();
        for (const secret of secrets) needles.add(secret, secret);
        const text = texts.join(secrets[0]);
        const starts = [...text].map((_, at) => secrets.filter((secret) => text.startsWith(secret, at)));
        const at = starts.findIndex((found) => found.length > 0);
        const longest = starts[at]?.sort((a, b) => b.length - a.length)[0] ?? '';
        expect(needles.next(text)).toEqual(
          at < 0 ? undefined : { start: at, end: at + longest.length, shown: longest },
        );
      },
    ),
    { seed: 1, numRuns: 2000 },
  );
});

it('learns shorter needles after it was asked', () => {
  const needles = new Needles();
  needles.add('a-long-secret', 'LONG');
  expect(needles.next('-- secret --')).toBeUndefined();
  needles.add('secret', 'SHORT');
  expect(needles.next('-- secret --')).toEqual({ start: 3, end: 9, shown: 'SHORT' });
});
