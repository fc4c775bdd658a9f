import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { describeRecords } from './describe-records.js';

it('names the number, the filter, and order, groups and window', () => {
  const filter = only(where('price', '>', 9), where('color', '=', 'red'));
  expect(describeRecords({}, undefined, 'the')).toBe('the records');
  expect(describeRecords({ filter, limit: 10 }, undefined, 'at least 1')).toBe(
    'at least 1 record where price > 9 AND color = "red" (limit 10)',
  );
  expect(describeRecords({ groupBy: 'color', orderBy: 'price', offset: 2 }, undefined, '5')).toBe(
    '5 records (grouped by color, ordered by price, offset 2)',
  );
});

it('names the value of a path', () => {
  const route = { column: 'color', value: 'red' };
  expect(describeRecords({ route }, undefined, '3')).toBe('3 records where color is red');
});
