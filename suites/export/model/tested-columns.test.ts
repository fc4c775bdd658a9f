import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { testedColumns } from './tested-columns.js';

it('names the columns of filters, orders and groups, and says why others were not tested', () => {
  const records = [{ id: 1, name: 'a', stock: 3, color: 'red', tags: ['x'] }];
  const known = knownOf(records);
  const changing = new Set(['stock']);
  const whole = { ...known.whole, changing, untested: new Map([['color', 'it is refused']]) };
  const questions = [{ filter: only(where('id', '=', 1)) }, { orderBy: 'stock' }];
  const exchanges = questions.map((question) => listOf(question, records));
  expect(testedColumns({ ...known, whole }, exchanges)).toEqual([
    { name: 'id', tested: true },
    { name: 'name', tested: false, reason: 'no request of the plan used it' },
    { name: 'stock', tested: false, reason: 'its values change during the run' },
    { name: 'color', tested: false, reason: 'it is refused' },
    {
      name: 'tags',
      tested: false,
      reason: 'its values are not texts or numbers, or its name is too long',
    },
  ]);
});

it('names the column of booleans on which filters were asked', () => {
  const records = [
    { id: 1, active: true, featured: false },
    { id: 2, active: false, featured: true },
  ];
  const asked = listOf({ filter: only(where('active', '=', 'true')) }, records);
  expect(testedColumns(knownOf(records), [asked]).slice(1)).toEqual([
    { name: 'active', tested: true },
    { name: 'featured', tested: false, reason: 'filters on booleans were asked on active' },
  ]);
});
