import { expect, it } from 'vitest';
import { listOf, RECORDS } from '../../../tests/export/exchange-of.js';
import { factsFromTraffic } from './facts.js';

it('takes only numbers for an order in recorded traffic, and an empty `orderBy` for none', () => {
  const known = factsFromTraffic([listOf({}, RECORDS)]);
  const orders = [...(known?.survey.columns.values() ?? [])].map((column) =>
    known?.orderBy(column),
  );
  expect(orders).toContain('price');
  expect(orders).not.toContain('name');
  expect(orders).not.toContain('');
});
