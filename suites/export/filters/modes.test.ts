import { describe, expect, it } from 'vitest';
import { type Filter, where } from '../../../src/protocol/export/filter.js';
import { JUDGING, KNOWN, listOf, RECORDS, recordsAt } from '../../../tests/export/exchange-of.js';
import { modes } from './modes.js';

const red = where('color', '=', 'red');
const cheap = where('price', '<', 20);
const dear = where('price', '>', 30);
const blue = where('color', '=', 'blue');
const one = (...criteria: readonly (typeof red)[]) => ({ criteria });
const either = (...criteria: readonly (typeof red)[]) => ({ mode: 'OR' as const, criteria });

const CASES: readonly (readonly [keyof typeof modes, Filter, readonly number[]])[] = [
  ['EXP-FILT-9', { groups: [one(red, cheap)] }, [0]],
  ['EXP-FILT-9', { groups: [either(cheap, dear)] }, [0, 3, 4]],
  ['EXP-FILT-10', { groups: [one(red), one(cheap)] }, [0]],
  ['EXP-FILT-10', { mode: 'OR', groups: [one(red), one(dear)] }, [0, 1, 3, 4]],
  ['EXP-FILT-11', { mode: 'AND', groups: [either(red, blue), either(cheap, dear)] }, [0, 3]],
  ['EXP-FILT-11', { mode: 'OR', groups: [one(red, cheap), one(blue, dear)] }, [0, 3]],
];

describe.each(CASES)('%s: %j', (clause, filter, places) => {
  const { rule, relation } = modes[clause];
  const records = recordsAt(...places);

  it('holds for the records that the modes select', () => {
    expect(rule(listOf({ filter }, records), KNOWN)).toBe('holds');
  });

  it('is violated by all records, or if a record is missing', () => {
    expect(rule(listOf({ filter }, RECORDS), KNOWN)).toHaveProperty('expected');
    expect(rule(listOf({ filter }, records.slice(1)), KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for a single criterion, or unknown data', () => {
    const single = { filter: { groups: [one(red)] } };
    expect(rule(listOf(single, RECORDS), KNOWN)).toBeUndefined();
    expect(rule(listOf({ filter }, RECORDS), undefined)).toBeUndefined();
    expect(relation([listOf({ filter }, records)], KNOWN, JUDGING)).toEqual([]);
  });
});

describe('EXP-FILT-9', () => {
  const { rule, violatedByFacts } = modes['EXP-FILT-9'];

  it('is violated by facts if a group does not return the records of its criteria', () => {
    const filter = { groups: [one(red, cheap)] };
    const page = listOf({ filter }, RECORDS);
    const clause = 'EXP-FILT-9' as const;
    const brokenGroups = { clause, expected: 'x', actual: 'y', answers: [page.answer] };
    const known = { ...KNOWN, brokenGroups };
    expect(violatedByFacts(known)).toBe(brokenGroups);
    expect(rule(page, known)).toMatchObject({ expected: 'x', actual: 'y' });
    const other = listOf({ filter: { groups: [one(blue, dear)] } }, RECORDS);
    expect(rule(other, known)).toBeUndefined();
  });
});
