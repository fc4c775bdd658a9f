import { expect, it } from 'vitest';
import { agreedOrder } from './collations.js';
import { learnColumns } from './column.js';
import { placementsOfNulls } from './null-placement.js';
import { findDisorder } from './order.js';

const columnOf = (values: readonly (string | number | null)[]) => {
  const records = values.map((value) => ({ value }));
  const [column] = learnColumns(records);
  if (column === undefined) throw new Error('a column was expected');
  return { column, records };
};

it.each([
  ['by code point', ['Kitchen', 'Lighting', 'Toys', 'kitchen']],
  ['without case', ['Kitchen', 'kitchen', 'Lighting', 'Toys']],
])('takes an order of few texts %s', (_, values) => {
  const { column, records } = columnOf(values.flatMap((value) => [value, value, value]));
  expect(findDisorder(records, column)).toBeUndefined();
});

it('sees a value of few that stands in two places', () => {
  const { column, records } = columnOf(['a', 'a', 'a', 'b', 'b', 'b', 'a']);
  expect(findDisorder(records, column)?.why).toBe('each value together');
});

it('knows the order of days, as dates and as text', () => {
  const { column, records } = columnOf(['2023-05-01', '2023-04-30']);
  expect(findDisorder(records, column)).toBeDefined();
  expect(findDisorder(records.toReversed(), column)).toBeUndefined();
});

/** Orders that collations of MariaDB were seen to make; none is sure. */
it.each([
  ['Straße Stuhl', 'STRASSE eclair'],
  ['😀 Lamp, łódź', '🍣 Lamp, rot'],
  ['Müller Regal ', 'Mueller Regal'],
])('does not claim to know the order of %s and %s', (a, b) => {
  expect([agreedOrder(a, b), agreedOrder(b, a)]).toEqual([0, 0]);
});

it('tells at which end of a list the nulls of a window must stand', () => {
  const { column, records } = columnOf([null, null, 1, 2, 3, 4]);
  expect(placementsOfNulls(records.slice(0, 3), 0, records, column)).toEqual(['first']);
  expect(placementsOfNulls(records.slice(4, 6), 2, records, column)).toEqual(['last']);
  expect(placementsOfNulls(records.slice(0, 2), 0, records, column)).toEqual(['first', 'last']);
});
