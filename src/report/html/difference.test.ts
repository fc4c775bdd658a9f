import { expect, it } from 'vitest';
import { difference } from './difference.js';

const marks = (expected: string, received: string): readonly (string | undefined)[] =>
  [
    ...difference(expected, received)
      .toString()
      .matchAll(/<mark>(.*?)<\/mark>/g),
  ].map(([, marked]) => marked);

it('marks the part in which two texts differ', () => {
  expect(marks('status 200, no body', 'status 206, no body')).toEqual(['0', '6']);
  expect(marks('<a>', '<b>')).toEqual(['a', 'b']);
  expect(marks('a 😀 b', 'a 😁 b')).toEqual(['😀', '😁']);
});

it('marks nothing in texts that have little in common, and no empty differences', () => {
  expect(marks('media type text/html', 'application/json')).toEqual([]);
  expect(marks('same', 'same')).toEqual([]);
  expect(marks('["a"]', '["a","b"]')).toEqual([',&quot;b&quot;']);
});
