import { expect, it } from 'vitest';
import { isHostileJson, isHostileNumber } from './hostile.js';

const [largest, smallest] = ['9223372036854775807', '-9223372036854775808'];

it.each([
  [largest, false],
  [smallest, false],
  ['9223372036854775808', true],
  ['+9223372036854775808', true],
  ['-9223372036854775809', true],
  ['1e400', true],
  ['1e40', false],
  ['NaN', true],
])('the number %s is hostile: %s', (text, expected) => {
  expect(isHostileNumber(text)).toBe(expected);
});

it.each([
  [`{"from":${largest}}`, false],
  [`{"from":${smallest}}`, false],
  ['{"from":9223372036854775808}', true],
  ['{"from":-9223372036854775809}', true],
  ['{"from":0.3333333333333333333333}', false],
  ['{"from":"9223372036854775808"}', false],
  ['{"from":1e400}', true],
])('the JSON %s is hostile: %s', (text, expected) => {
  expect(isHostileJson(text)).toBe(expected);
});
