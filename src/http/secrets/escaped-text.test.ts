import { expect, it } from 'vitest';
import { bytesOf, EscapedText } from './escaped-text.js';

/** The readings of the first character, as `bytes>end`. */
const readingsOf = (text: string): readonly string[] =>
  new EscapedText(bytesOf(text)).readings(0).map(({ bytes, end }) => `${bytes}>${end}`);

it.each([
  ['a', ['a>1']],
  ['%41', ['%>1', 'A>3']],
  ['%4', ['%>1']],
  ['+', ['+>1', ' >1']],
  ['\\n', ['\\>1', '\n>2']],
  ['\\x', ['\\>1']],
  ['\\u0041', ['\\>1', 'A>6']],
  ['\\ud83d', ['\\>1']],
  ['&lt;', ['&>1', '<>4']],
  ['&#60', ['&>1', '<>4']],
  ['&lt=', ['&>1']],
  ['%2541', ['%>1', '%>3', 'A>5']],
  ['%5cu0041', ['%>1', '\\>3', 'A>8']],
  ['\\\\u0041', ['\\>1', '\\>2', 'A>7']],
  ['%3\\u0034', ['%>1', '4>8']],
  ['&amp;#65;', ['&>1', '&>5', 'A>9']],
])('reads the first character of %j as itself and as what it may mean', (text, readings) => {
  expect(readingsOf(text)).toEqual(readings);
});

it('reads a surrogate pair in JSON as one character', () => {
  expect(readingsOf('\\ud83d\\ude00')).toEqual(['\\>1', `${bytesOf('😀')}>12`]);
});

it('decodes at most four nested escapes', () => {
  const nested = (levels: number): EscapedText => new EscapedText(`%${'25'.repeat(levels - 1)}41`);
  expect(nested(4).deepest(0)).toEqual({ bytes: 'A', end: 9, levels: 4 });
  expect(nested(5).deepest(0)?.bytes).toBe('%');
});

it('decodes a whole text, but no plus', () => {
  expect(new EscapedText('a+%20&amp;\\u0062').decoded()).toBe('a+ &b');
});

it('decodes two nested escapes in a text with very many of them', () => {
  const many = '%2525'.repeat(30_000);
  const text = new EscapedText(`${many}%2541%252541`);
  for (let at = 0; at < many.length; at += 5) text.readings(at);
  expect(text.deepest(many.length)).toMatchObject({ bytes: 'A', levels: 2 });
  expect(text.deepest(many.length + 5)).toMatchObject({ bytes: '%', levels: 2 });
});
