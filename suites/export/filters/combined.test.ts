import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  KNOWN,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import { combined } from './combined.js';

describe('EXP-FILT-12', () => {
  const { rule } = combined['EXP-FILT-12'];
  const filter = only(where('price', '>', 10));
  const window = { filter, limit: 2, offset: 1, orderBy: 'price' };

  it('holds for the window, the order and the total of the matches', () => {
    expect(rule(listOf(window, recordsAt(2, 3), { total: 4 }), KNOWN)).toBe('holds');
  });

  it.each([
    ['more records than the limit', listOf(window, recordsAt(2, 3, 4), { total: 4 })],
    ['another offset in meta', listOf(window, recordsAt(2, 3), { total: 4, offset: 0 })],
    ['the total of all records', listOf(window, recordsAt(2, 3), { total: 5 })],
    ['another order', listOf({ ...window, limit: 3 }, recordsAt(2, 4, 3), { total: 4 })],
    ['a page of the list without the filter', listOf(window, recordsAt(1, 2), { total: 4 })],
    ['a group twice', listOf({ filter, groupBy: 'color' }, RECORDS.slice(1))],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing without a filter, or on another route', () => {
    expect(rule(listOf({ limit: 2 }, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(listOf({ ...window, route: 'legacy' }, RECORDS), KNOWN)).toBeUndefined();
    // A refusal violates the clause of the filter.
    expect(rule(responseTo(window, { status: 500 }), KNOWN)).toBeUndefined();
  });
});
