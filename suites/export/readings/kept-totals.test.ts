import { expect, it } from 'vitest';
import { type Filter, where } from '../../../src/protocol/export/filter.js';
import { KNOWN, listOf, recordsAt } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { keptTotalReadings } from './kept-totals.js';

const filter = (mode: Filter['mode']): Filter => ({
  mode,
  groups: [{ criteria: [where('price', '>', 20)] }, { criteria: [where('color', '=', 'red')] }],
});
const ofAll = (total: number, number: number): Exchange =>
  listOf({ filter: filter('AND') }, [], { total }, number);
const ofAny = (total: number, number: number): Exchange =>
  listOf({ filter: filter('OR') }, recordsAt(0, 1, 2, 3, 4), { total }, number);

function verdict(id: string, ...exchanges: readonly Exchange[]): boolean | undefined {
  const reading = keptTotalReadings(exchanges).find((one) => one.id === `kept-totals.${id}`);
  const last = exchanges.at(-1);
  if (reading === undefined || last === undefined) throw new Error(`no reading ${id}`);
  return reading.response?.(last, KNOWN);
}

it('predicts the total of an earlier request with other modes', () => {
  expect(verdict('top-mode', ofAll(0, 1), ofAny(0, 2))).toBe(true);
  expect(verdict('modes', ofAll(0, 1), ofAny(0, 2))).toBe(true);
  expect(verdict('top-mode', ofAll(0, 1), ofAny(3, 2))).toBe(false);
  // A right total may have been computed anew.
  expect(verdict('top-mode', ofAll(0, 1), ofAny(5, 2))).toBeUndefined();
  // The request came later.
  expect(verdict('top-mode', ofAll(0, 2), ofAny(0, 1))).toBe(false);
});
