import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  JUDGING,
  KNOWN,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../../tests/export/exchange-of.js';
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

describe('EXP-FILT-13', () => {
  const { rule } = literals['EXP-FILT-13'];
  const wireEncoding = { ...KNOWN.wireEncoding, rawSemicolon: true } as const;
  const asked = { filter: only(where('name', '=', 'Bolt;assay')), wireEncoding };

  it('holds if a semicolon that is not escaped belongs to the value, or is refused', () => {
    expect(rule(listOf(asked, []), KNOWN)).toBe('holds');
    expect(rule(responseTo(asked, { status: 400 }), KNOWN)).toBeUndefined();
  });

  it('is a warning if the semicolon ends the value', () => {
    expect(rule(listOf(asked, recordsAt(2)), KNOWN)).toMatchObject({ atMost: 'warning' });
  });

  it('returns nothing for other requests', () => {
    const { wireEncoding: _, ...escaped } = asked;
    expect(rule(listOf(escaped, recordsAt(2)), KNOWN)).toBeUndefined();
  });
});
