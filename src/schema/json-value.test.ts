import { expect, it } from 'vitest';
import { membersOf, messageOf, numberOfValue, textOfValue } from './json-value.js';

it.each<readonly [text: string, value: unknown]>([
  ['a', 'a'],
  ['7', 7],
  ['null', null],
  ['undefined', undefined],
  ['{"toString":1}', JSON.parse('{"toString":1}')],
  ['{"toJSON":1}', JSON.parse('{"toJSON":1}')],
  ['[{"valueOf":null}]', JSON.parse('[{"valueOf":null}]')],
])('%s is the text of a value', (text, value) => {
  expect(textOfValue(value)).toBe(text);
});

it('converts values to numbers without an error', () => {
  const values = [7, '7', '', null, JSON.parse('{"toString":1}'), [7]];
  expect(values.map(numberOfValue)).toEqual([7, 7, 0, Number.NaN, Number.NaN, Number.NaN]);
});

it('reads members of objects and lists only', () => {
  expect([membersOf(null), membersOf('text'), membersOf(undefined)]).toEqual([{}, {}, {}]);
  expect([membersOf({ a: 1 }).a, membersOf(['x'])[0]]).toEqual([1, 'x']);
});

it('reads the message of an error, and converts any other value that was thrown', () => {
  expect([new Error('It failed.'), 'text', { toString: 1 }].map(messageOf)).toEqual([
    'It failed',
    'text',
    '{"toString":1}',
  ]);
});
