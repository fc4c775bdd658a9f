import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coarseKey, reducedText, UNLEARNED } from './equality.js';

it('is equal for texts that differ only in traits, for any adjacent letters', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'aeoustlhcdyiAEOUéäöüåúßæœøłıİ '),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, (some) => {
      expect(coarseKey(reducedText(some, UNLEARNED))).toBe(coarseKey(some));
    }),
    { seed: 1, numRuns: 3000 },
  );
});
