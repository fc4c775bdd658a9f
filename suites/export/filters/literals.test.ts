import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { JUDGING, KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { literals } from './literals.js';

describe('EXP-FILT-14', () => {
  const { rule, relation } = literals['EXP-FILT-14'];
  const blank = { filter: only(where('name', '=', '   ')) };

  it('holds if a text of blanks matches nothing', () => {
    expect(rule(listOf(blank, []), KNOWN)).toBe('holds');
  });

  it('is violated if it matches every record', () => {
    expect(rule(listOf(blank, RECORDS), KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing if it is refused, or for another text', () => {
    expect(rule(responseTo(blank, { status: 400 }), KNOWN)).toBeUndefined();
    const text = { filter: only(where('name', '=', 'Bolt')) };
    expect(rule(listOf(text, RECORDS), KNOWN)).toBeUndefined();
    expect(relation([listOf(blank, [])], KNOWN, JUDGING)).toEqual([]);
  });
});
