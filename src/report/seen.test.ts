import { expect, it } from 'vitest';
import { failsTooInWords, seenInWords } from './seen.js';

it('says how often a failure was seen', () => {
  expect(seenInWords({ seen: { times: 2, of: 2 } })).toBe('2 of 2');
  expect(seenInWords({ seen: { times: 1, of: 2 } })).toBe('1 of 2: it does not fail each time');
  expect(seenInWords({})).toBeUndefined();
});

it('lists the other requests that fail', () => {
  expect(failsTooInWords({ failsToo: ['limit 1', 'limit 2'] })).toBe('limit 1; limit 2');
  expect(failsTooInWords({})).toBeUndefined();
});
