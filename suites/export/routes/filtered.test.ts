import { describe, expect, it } from 'vitest';
import { JUDGING, KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { filtered } from './filtered.js';

const red = { route: { column: 'color', value: 'red' } };
const both = { route: { column: 'color', value: 'red,blue' } };
const RED = RECORDS.slice(0, 2);
const BOTH = RECORDS.slice(0, 4);

describe.each([
  ['EXP-ROUTE-3', red, RED, both, BOTH],
  ['EXP-ROUTE-4', both, BOTH, red, RED],
] as const)('%s', (clause, question, records, other, otherRecords) => {
  const { rule, relation } = filtered[clause];

  it('holds for the matching records', () => {
    expect(rule(listOf(question, records), KNOWN)).toBe('holds');
  });

  it.each([
    ['a refusal', responseTo(question, { status: 404 })],
    ['another record', listOf(question, RECORDS)],
    ['a missing record', listOf(question, records.slice(1))],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing if the records are not known, or for another number of values', () => {
    expect(rule(listOf(question, RECORDS), undefined)).toBeUndefined();
    expect(rule(listOf(other, otherRecords), KNOWN)).toBeUndefined();
    expect(rule(listOf({}, RECORDS), KNOWN)).toBeUndefined();
  });

  it('relates the total to that of the same filter on the v2 route', () => {
    const { column, value } = question.route;
    const criterion = { column, operator: 'IN', value: value.split(',') } as const;
    const onV2 = listOf({ filter: { groups: [{ criteria: [criterion] }] } }, records);
    const known = { ...KNOWN, whole: { ...KNOWN.whole, complete: false } };
    const right = listOf(question, records);
    const wrong = listOf(question, records, { total: 9 });
    expect(relation([onV2, right], known, JUDGING)).toEqual([]);
    expect(relation([onV2, wrong], known, JUDGING)).toMatchObject([
      {
        actual: expect.stringContaining('and 9 on'),
        sentence: expect.stringMatching(
          /^meta\.total is \d on the v2 route and 9 on the legacy filtered route; it must be the same on both routes for color IN \[/,
        ),
        exchanges: [onV2, wrong],
      },
    ]);
    expect(relation([onV2, wrong], KNOWN, JUDGING)).toEqual([]);
  });
});

describe('EXP-ROUTE-5', () => {
  const { rule } = filtered['EXP-ROUTE-5'];
  const window = { ...red, limit: 1, offset: 1 };

  it('holds for the requested window, order and groups', () => {
    expect(rule(listOf(window, RED.slice(1), { total: 2 }), KNOWN)).toBe('holds');
    expect(rule(listOf({ ...red, orderBy: 'price' }, RED), KNOWN)).toBe('holds');
    expect(rule(listOf({ ...red, groupBy: 'color' }, RED.slice(0, 1)), KNOWN)).toBe('holds');
  });

  it.each([
    ['more records than the limit', listOf(window, RED, { total: 2 })],
    ['another offset', listOf(window, RED.slice(1), { total: 2, offset: 0 })],
    ['another total', listOf(window, RED.slice(1), { total: 5 })],
    ['a group twice', listOf({ ...red, groupBy: 'color' }, RED)],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for other routes', () => {
    expect(rule(listOf({ limit: 1 }, RECORDS), KNOWN)).toBeUndefined();
  });
});
