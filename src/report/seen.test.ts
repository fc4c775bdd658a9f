import { expect, it } from 'vitest';
import { seenInWords } from './seen.js';

it('says how often a failure was seen', () => {
  expect(seenInWords({ seen: { times: 2, of: 2 } })).toBe('2 of 2');
  expect(seenInWords({ seen: { times: 1, of: 2 } })).toBe('1 of 2: it does not fail each time');
  expect(seenInWords({})).toBeUndefined();
});
