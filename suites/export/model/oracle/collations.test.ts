import { expect, it } from 'vitest';
import { agreedOrder } from './collations.js';

/**
 * Each pair has another order in only one kind of collation. Such a collation ignores letter case,
 * compares only letters, compares by marks or by numbers.
 */
it.each([
  ['éあ', 'İþ'],
  ['é', 'ſe'],
  ['\u0001', '.'],
  ['αþ', '~漢'],
  [' ſ', 'uＡ'],
  ['~İ', '\uffffs'],
  ['\u0001[', 'Éä'],
  ['åc', 'A\u0301'],
  ['.Z', 'øǅ'],
  ['1ü', '10e'],
  ['i\u0001', 'y\u00ad'],
  ['\uffff', '😀'],
  ['a', 'A'],
  ['é', 'e'],
])('is not sure of the order of %j and %j, which one reading has the other way', (a, b) => {
  expect([agreedOrder(a, b), agreedOrder(b, a)]).toEqual([0, 0]);
});

it('is certain if every collation agrees, also when it is repeated', () => {
  for (let turn = 0; turn < 2; turn += 1)
    expect([
      agreedOrder('apple', 'pear'),
      agreedOrder('pear', 'apple'),
      agreedOrder('1', '2'),
    ]).toEqual([-1, 1, -1]);
});

/** Pairs that collations of MariaDB order differently, so that no order is certain. */
it.each([
  ['Straße Stuhl', 'STRASSE eclair'],
  ['😀 Lamp, łódź', '🍣 Lamp, rot'],
  ['Müller Regal ', 'Mueller Regal'],
])('does not claim to know the order of %s and %s', (a, b) => {
  expect([agreedOrder(a, b), agreedOrder(b, a)]).toEqual([0, 0]);
});

it('compares texts with a NUL as a whole', () => {
  expect([agreedOrder('apple\0', 'pear'), agreedOrder('pear', 'apple\0')]).toEqual([-1, 1]);
});
