import { expect, it } from 'vitest';
import { PLAIN } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf, responseTo } from '../../../tests/export/exchange-of.js';
import { withKnownValues } from './with-known-values.js';

const RECORDS = [
  { id: 1, name: 'Anvil', price: 10 },
  { id: 2, name: 'Bolt', price: 20 },
];

/** What is compared instead of these records of a plain list. */
function replaced(...records: readonly ProductRecord[]) {
  const { page } = responseTo({ accept: PLAIN }, { body: records });
  if (page === undefined) throw new Error('no page');
  return withKnownValues(knownOf(RECORDS).survey, page, { accept: PLAIN }).records;
}

it('replaces a record by the known one, whatever the form of some values', () => {
  expect(replaced({ id: 2, name: 'Bolt', price: '20.00' })).toEqual([RECORDS[1]]);
});

it('keeps a record with values that the known one lacks', () => {
  const { page } = responseTo({ accept: PLAIN }, { body: [{ id: 1, price: 5 }] });
  if (page === undefined) throw new Error('no page');
  const { survey } = knownOf([{ id: 1 }, { id: 2, price: 20 }]);
  expect(withKnownValues(survey, page, { accept: PLAIN }).records).toEqual([{ id: 1, price: 5 }]);
});

it('keeps a record with the key of a known one, but other values', () => {
  const other = { id: 2, name: 'Crate', price: 5 };
  expect(replaced(other)).toEqual([other]);
});
