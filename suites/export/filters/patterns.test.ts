import { describe, expect, it } from 'vitest';
import { type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { JUDGING, KNOWN, listOf, RECORDS, recordsAt } from '../../../tests/export/exchange-of.js';
import { patterns } from './patterns.js';

const by = (operator: Operator, value: string) => ({
  filter: only(where('name', operator, value)),
});

describe.each([
  ['EXP-FILT-3', 'LIKE', 'B%', [2]],
  ['EXP-FILT-3', 'LIKE', 'B_lt', [2]],
  ['EXP-FILT-3', 'NOT LIKE', '%t%', [0, 1, 4]],
  ['EXP-FILT-5', 'ILIKE', 'aNV%', [0, 1]],
  ['EXP-FILT-5', 'NOT ILIKE', 'AN%', [2, 3, 4]],
] as const)('%s: %s %s', (clause, operator, value, places) => {
  const { rule, relation } = patterns[clause];
  const question = by(operator, value);
  const records = recordsAt(...places);

  it('holds for the matching records', () => {
    expect(rule(listOf(question, records), KNOWN)).toBe('holds');
  });

  it('is violated by all records, or by a missing one', () => {
    expect(rule(listOf(question, RECORDS), KNOWN)).toHaveProperty('expected');
    expect(rule(listOf(question, records.slice(1)), KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing without facts, or for another operator', () => {
    expect(rule(listOf(question, RECORDS), undefined)).toBeUndefined();
    expect(rule(listOf(by('=', 'Anvil'), RECORDS), KNOWN)).toBeUndefined();
    expect(relation([listOf(question, records)], KNOWN, JUDGING)).toEqual([]);
  });
});

describe('EXP-FILT-4', () => {
  const { rule } = patterns['EXP-FILT-4'];

  it.each(['=', 'LIKE'] as const)('holds if %s returns no text in another case', (operator) => {
    expect(rule(listOf(by(operator, 'Anvil'), recordsAt(0)), KNOWN)).toBe('holds');
  });

  it.each(['=', 'LIKE'] as const)('is violated if %s returns such a text', (operator) => {
    const exchange = listOf(by(operator, 'Anvil'), recordsAt(0, 1));
    expect(rule(exchange, KNOWN)).toMatchObject({ actual: 'also "anvil"' });
  });

  it('returns nothing for wildcards, another operator, or two criteria', () => {
    expect(rule(listOf(by('LIKE', 'Anv%'), recordsAt(0, 1)), KNOWN)).toBeUndefined();
    expect(rule(listOf(by('ILIKE', 'Anvil'), recordsAt(0, 1)), KNOWN)).toBeUndefined();
    const two = only(where('name', '=', 'Anvil'), where('price', '>', 1));
    expect(rule(listOf({ filter: two }, recordsAt(0, 1)), KNOWN)).toBeUndefined();
  });
});
