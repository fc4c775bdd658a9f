import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOfJson } from './inspect-json.js';

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);
const many = (count: number, unit: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => unit(at)).join();

describe('JSON that must not be parsed', () => {
  it.each<[string, string, string]>([
    ['lists 201 deep', nested(201, '[', ']'), 'JSON nested more than 200 deep'],
    ['objects 201 deep', nested(201, '{"a":', '}'), 'JSON nested more than 200 deep'],
    [
      'a million values and one',
      `[${'0,'.repeat(1_000_000)}0]`,
      'JSON of more than 1000000 values',
    ],
    [
      '50,001 members',
      `{${many(50_001, (at) => `"${at}":0`)}}`,
      'a JSON object of more than 50000 members',
    ],
    ['1e400', '[1e400]', 'a number out of range'],
    ['-1e400', '{"a":-1e400}', 'a number out of range'],
    ['9e308', '9e308', 'a number out of range'],
    ['400 digits', '1'.repeat(400), 'a number out of range'],
    ['a number that is none', '[1e]', 'a number out of range'],
    ['a high surrogate', '["\ud83d"]', 'a string with half a surrogate pair'],
    ['a low surrogate', '["\udc00x"]', 'a string with half a surrogate pair'],
    ['an escaped high surrogate', '["\\ud83d"]', 'a string with half a surrogate pair'],
    [
      'an escaped low surrogate behind a quote',
      '["\\"\\uDC00"]',
      'a string with half a surrogate pair',
    ],
    [
      'an escaped high surrogate before another character',
      '["\\ud83d\\u0041"]',
      'a string with half a surrogate pair',
    ],
  ])('%s', (_, text, fault) => {
    expect(faultOfJson(text)).toBe(fault);
  });
});

describe('JSON that may be parsed', () => {
  it.each<[string, string]>([
    ['lists 200 deep', nested(200, '[', ']')],
    ['many lists side by side', `[${many(300, () => '[]')}]`],
    ['a million values', `[${'0,'.repeat(999_998)}0]`],
    [
      '50,000 members, twice',
      `[${[1, 2].map(() => `{${many(50_000, (at) => `"${at}":0`)}}`).join()}]`,
    ],
    ['the largest number', '[1.7976931348623157e308,-0.5E-400]'],
    ['308 digits', '9'.repeat(308)],
    ['brackets, colons and numbers within text', `["${'[{:,1e999'.repeat(1000)}"]`],
    ['a whole pair, raw and escaped', '["\ud83d\ude00","\\ud83d\\ude00"]'],
    ['backslashes before quotes', '["\\\\","\\"","\\\\\\"[[",""]'],
  ])('%s', (_, text) => {
    expect(faultOfJson(text)).toBeUndefined();
  });

  it('includes the result of JSON.stringify for any well-formed value', () => {
    const whole = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(whole, (value) => faultOfJson(JSON.stringify(value)) === undefined),
      { numRuns: 15 },
    );
  });
});
