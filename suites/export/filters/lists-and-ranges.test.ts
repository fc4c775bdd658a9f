import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { JUDGING, KNOWN, listOf, RECORDS, recordsAt } from '../../../tests/export/exchange-of.js';
import { listsAndRanges } from './lists-and-ranges.js';

describe.each([
  ['EXP-FILT-6', 'IN', [10, 30], [0, 2]],
  ['EXP-FILT-6', 'NOT IN', [10, 30], [1, 3, 4]],
  ['EXP-FILT-7', 'BETWEEN', [20, 40], [1, 2, 3]],
  ['EXP-FILT-7', 'NOT BETWEEN', [20, 40], [0, 4]],
] as const)('%s: %s', (clause, operator, value, places) => {
  const { rule, relation } = listsAndRanges[clause];
  const question = { filter: only(where('price', operator, value)) };
  const records = recordsAt(...places);

  it('holds for the matching records', () => {
    expect(rule(listOf(question, records), KNOWN)).toBe('holds');
  });

  it('is violated by all records, or if a record is missing', () => {
    expect(rule(listOf(question, RECORDS), KNOWN)).toHaveProperty('expected');
    expect(rule(listOf(question, records.slice(1)), KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for another number of values, another encoding, or unknown data', () => {
    const none = { filter: only(where('price', operator, [])) };
    expect(rule(listOf(none, RECORDS), KNOWN)).toBeUndefined();
    const wireEncoding = { arrayEncoding: 'comma', nullSpelling: 'NULL' } as const;
    expect(rule(listOf({ ...question, wireEncoding }, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(listOf(question, RECORDS), undefined)).toBeUndefined();
    expect(relation([listOf(question, records)], KNOWN, JUDGING)).toEqual([]);
  });
});

describe('a list of texts whose letter case the server may ignore', () => {
  const { rule } = listsAndRanges['EXP-FILT-6'];
  const question = { filter: only(where('name', 'IN', ['Anvil', 'Bolt'])) };

  it('may select texts of another case', () => {
    for (const places of [
      [0, 2],
      [0, 1, 2],
    ])
      expect(rule(listOf(question, recordsAt(...places)), KNOWN)).toBe('holds');
  });

  it('must select the texts themselves, also if as many others come', () => {
    expect(rule(listOf(question, recordsAt(0, 1)), KNOWN)).toHaveProperty(
      'sentence',
      'id 3 (name "Bolt") did not come, although it matches',
    );
  });

  it('may have the others on the next page', () => {
    const meta = { total: 3, limit: 2, offset: 0 };
    const first = { ...question, limit: 2 };
    expect(rule(listOf(first, recordsAt(0, 1), meta), KNOWN)).toBe('holds');
  });
});
