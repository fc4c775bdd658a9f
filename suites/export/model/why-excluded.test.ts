import { expect, it } from 'vitest';
import { type Criterion, where } from '../../../src/protocol/export/filter.js';
import { KNOWN, RECORDS } from '../../../tests/export/exchange-of.js';
import { whyExcluded } from './why-excluded.js';

const [record = {}] = RECORDS;
const criteria: readonly Criterion[] = [0, 1, 2, 3, 4].map((one) => where('id', '>', one - 90));
const excluding = where('id', '<', -90);

it('names the criterion that must hold and does not', () => {
  const filter = { groups: [{ criteria: [...criteria, excluding] }] };
  expect(whyExcluded(record, { filter }, KNOWN)).toBe('does not match id < -90');
});

it('names no single criterion if a record matches none of several criteria', () => {
  const none = [0, 1, 2, 3, 4].map((one) => where('id', '<', one - 90));
  const filter = { mode: 'OR' as const, groups: none.map((one) => ({ criteria: [one] })) };
  expect(whyExcluded(record, { filter }, KNOWN)).toBe('matches none of the 5 criteria');
});

it('gives no reason for a short filter, and for one with both AND and OR', () => {
  expect(whyExcluded(record, { filter: { groups: [{ criteria: [excluding] }] } }, KNOWN)).toBe(
    undefined,
  );
  const mixed = [
    { mode: 'OR' as const, criteria: [...criteria] },
    { criteria: [...criteria, excluding] },
  ];
  expect(whyExcluded(record, { filter: { groups: mixed } }, KNOWN)).toBe(undefined);
});
