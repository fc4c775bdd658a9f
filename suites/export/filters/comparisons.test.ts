import { describe, expect, it } from 'vitest';
import { type Operator, only, where } from '../../../src/protocol/export/filter.js';
import {
  JUDGING,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import { comparisons } from './comparisons.js';

const by = (operator: Operator, value: string | number) => ({
  filter: only(where(typeof value === 'number' ? 'price' : 'color', operator, value)),
});

describe.each([
  ['EXP-FILT-1', '=', 'red', [0, 1]],
  ['EXP-FILT-1', '!=', 'red', [2, 3]],
  ['EXP-FILT-1', '=', 30, [2]],
  ['EXP-FILT-2', '>', 30, [3, 4]],
  ['EXP-FILT-2', '<', 30, [0, 1]],
  ['EXP-FILT-2', '>=', 30, [2, 3, 4]],
  ['EXP-FILT-2', '<=', 30, [0, 1, 2]],
] as const)('%s: %s %s', (clause, operator, value, places) => {
  const { rule } = comparisons[clause];
  const question = by(operator, value);
  const records = recordsAt(...places);

  it('holds for the matching records in any order', () => {
    expect(rule(listOf(question, records.toReversed()), KNOWN)).toBe('holds');
  });

  it.each([
    ['all records', listOf(question, RECORDS)],
    ['a missing record', listOf(question, records.slice(1))],
    ['another total', listOf(question, records, { total: 0 })],
    ['a refusal', responseTo(question, { status: 400 })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing without facts, or on another route', () => {
    expect(rule(listOf(question, RECORDS), undefined)).toBeUndefined();
    expect(rule(listOf({ ...question, route: 'legacy' }, RECORDS), KNOWN)).toBeUndefined();
  });
});

it.each([
  ['EXP-FILT-1', by('>', 30)],
  ['EXP-FILT-2', by('=', 30)],
] as const)('%s returns nothing for the other operators', (clause, question) => {
  expect(comparisons[clause].rule(listOf(question, RECORDS), KNOWN)).toBeUndefined();
});

it.each(['EXP-FILT-1', 'EXP-FILT-2'] as const)(
  '%s relates the digits of long numbers',
  (clause) => {
    const { relation } = comparisons[clause];
    const known = knownOf([
      { id: 1, code: 2 ** 60 },
      { id: 2, code: 2 ** 61 },
    ]);
    const accept = 'application/json';
    const operator = clause === 'EXP-FILT-1' ? '=' : '<=';
    const ask = (limit: number, digits: string) =>
      responseTo(
        { accept, limit, filter: only(where('id', operator, 1)) },
        { body: `[{"id":1,"code":${digits}}]` },
      );
    const first = ask(1, '1152921504606846976');
    const other = ask(2, '1152921504606846977');
    expect(relation([first, other], known, JUDGING)).toHaveLength(1);
    expect(relation([first, first], known, JUDGING)).toEqual([]);
  },
);

it('accepts records that a collation may treat as equal', () => {
  const question = { filter: only(where('name', '=', 'Anvil')) };
  const { rule } = comparisons['EXP-FILT-1'];
  expect(rule(listOf(question, recordsAt(0)), KNOWN)).toBe('holds');
  expect(rule(listOf(question, recordsAt(0, 1)), KNOWN)).toBe('holds');
  expect(rule(listOf(question, recordsAt(0, 2)), KNOWN)).toHaveProperty('expected');
});
