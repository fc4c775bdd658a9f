import { describe, expect, it } from 'vitest';
import { only, where } from '../../src/protocol/export/filter.js';
import { KNOWN, listOf, RECORDS, recordsAt, responseTo } from '../../tests/export/exchange-of.js';
import { grouping } from './grouping.js';

describe('EXP-GROUP-1', () => {
  const { rule } = grouping['EXP-GROUP-1'];
  const question = { groupBy: 'color' };
  const groups = recordsAt(0, 2);

  it('holds for one record for each value, with or without a group of nulls', () => {
    expect(rule(listOf(question, groups), KNOWN)).toBe('holds');
    expect(rule(listOf(question, recordsAt(0, 2, 4)), KNOWN)).toBe('holds');
  });

  it.each([
    [
      'two records of a value',
      RECORDS,
      'several records came for the value "red"; one must come for each color among the records',
    ],
    [
      'a missing value',
      groups.slice(1),
      '1 record came; one must come for each of the 2 distinct values of color among the records',
    ],
    [
      'an unknown value',
      [...groups, { id: 9, color: 'green' }],
      'the value "green" came; it is none of color among the records',
    ],
  ])('is violated by %s', (_, records, sentence) => {
    expect(rule(listOf(question, records), KNOWN)).toMatchObject({
      expected: expect.any(String),
      sentence,
    });
  });

  it('is violated by a refusal', () => {
    expect(rule(responseTo(question, { status: 400 }), KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for an unknown column, another parameter, or unknown data', () => {
    expect(rule(responseTo({ groupBy: 'none' }, { status: 400 }), KNOWN)).toBeUndefined();
    const sorted = { ...question, orderBy: 'price' };
    expect(rule(responseTo(sorted, { status: 400 }), KNOWN)).toBeUndefined();
    expect(rule(listOf(question, RECORDS), undefined)).toBeUndefined();
  });

  it('returns nothing for the other routes or a filter, which have clauses of their own', () => {
    const filter = only(where('price', '>', 0));
    expect(rule(listOf({ ...question, filter }, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(listOf({ ...question, route: 'legacy' }, RECORDS), KNOWN)).toBeUndefined();
  });
});
