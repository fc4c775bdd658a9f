import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EntryTexts } from './entry-texts.js';

function entriesIn(text: string, pieces: readonly number[]): readonly unknown[] {
  const texts = new EntryTexts();
  const found: unknown[] = [];
  let at = 0;
  for (const length of [...pieces, text.length]) {
    for (const entry of texts.add(text.slice(at, at + length))) found.push(JSON.parse(entry));
    at += length;
  }
  return found;
}

const odd = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '{"log":{"entries":[{', ']}}'));
const entry = fc.dictionary(odd, fc.oneof(fc.jsonValue(), odd));
const pieces = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });

/** The number of random files. `ASSAY_NIGHTLY=1` tests more. */
const FILES = process.env.ASSAY_NIGHTLY === undefined ? 300 : 2000;

it('returns the entries of a HAR file that arrives in any pieces', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 5 }),
      fc.dictionary(fc.constantFrom('version', 'pages', 'creator', 'log'), fc.jsonValue()),
      fc.constantFrom(undefined, 2),
      pieces,
      (entries, others, indent, lengths) => {
        const har = { others, log: { ...others, entries, comment: others }, entries: [{}] };
        expect(entriesIn(JSON.stringify(har, null, indent), lengths)).toEqual(
          JSON.parse(JSON.stringify(entries)),
        );
      },
    ),
    { seed: 51, numRuns: FILES },
  );
});

it('returns the entries before the end of a file that is cut off', () => {
  const text = '{"log":{"entries":[{"a":1},{"b":"x';
  expect(entriesIn(text, [5, 9])).toEqual([{ a: 1 }]);
  const texts = new EntryTexts();
  texts.add(text);
  expect(texts.isEnded).toBe(false);
});

it('ignores what follows the document', () => {
  expect(entriesIn('{"log":{"entries":[{"a":1}]}} {"log":{"entries":[{"b":1}]}}', [])).toEqual([
    { a: 1 },
  ]);
});
