import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  givenOf,
  JUDGING,
  KNOWN,
  listOf,
  RECORDS,
  recordsAt,
} from '../../../tests/export/exchange-of.js';
import type { Known } from '../model/data.js';
import { nulls } from './nulls.js';

describe('EXP-FILT-8', () => {
  const { rule, relation, checks } = nulls['EXP-FILT-8'];
  const check = checks['export.filter.null'];

  it.each([
    ['IS', [4]],
    ['IS NOT', [0, 1, 2, 3]],
  ] as const)('holds for the records of %s, and is violated by others', (operator, places) => {
    const question = { filter: only(where('color', operator, null)) };
    expect(rule(listOf(question, recordsAt(...places)), KNOWN)).toBe('holds');
    expect(rule(listOf(question, RECORDS), KNOWN)).toHaveProperty('expected');
    expect(rule(listOf(question, recordsAt(0)), KNOWN)).toHaveProperty('expected');
    expect(relation([listOf(question, RECORDS)], KNOWN, JUDGING)).toEqual([]);
  });

  it('returns nothing if no encoding of null is known', () => {
    const question = { filter: only(where('color', 'IS', null)) };
    const known = { ...KNOWN, nullSpelling: undefined };
    expect(rule(listOf(question, RECORDS), known)).toBeUndefined();
    const asked = (facts: Known) => () => check.asks(givenOf(facts));
    expect(asked(known)).toThrow('observed');
    expect(asked(KNOWN)().length).toBeGreaterThan(1);
  });
});
