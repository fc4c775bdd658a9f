import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  KNOWN,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import { anyData } from './any-data.js';

describe('EXP-FILT-18', () => {
  const { rule } = anyData['EXP-FILT-18'];
  const notRed = { filter: only(where('color', '!=', 'red')) };

  it('holds if a negation leaves out nulls', () => {
    expect(rule(listOf(notRed, recordsAt(2, 3)), KNOWN)).toBe('holds');
  });

  it('is violated if it includes nulls', () => {
    const expected = expect.stringContaining('no record in which color is null');
    expect(rule(listOf(notRed, recordsAt(2, 3, 4)), KNOWN)).toMatchObject({
      expected,
      sentence: 'a record came in which color is null; none must come for color != "red"',
    });
  });

  it('returns nothing for another operator, a column without nulls, or a refusal', () => {
    const isNot = { filter: only(where('color', 'IS NOT', null)) };
    expect(rule(listOf(isNot, RECORDS), KNOWN)).toBeUndefined();
    const other = { filter: only(where('name', '!=', 'Bolt')) };
    expect(rule(listOf(other, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(responseTo(notRed, { status: 400 }), KNOWN)).toBeUndefined();
    expect(rule(listOf(notRed, RECORDS), undefined)).toBeUndefined();
  });
});
