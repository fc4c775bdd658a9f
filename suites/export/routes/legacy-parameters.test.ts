import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  JUDGING,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import { legacyRoute } from './legacy-parameters.js';

/** The first two records in the wrong order. */
const SHUFFLED = recordsAt(1, 0, 2, 3, 4);

describe('EXP-ROUTE-7', () => {
  const { rule, relation } = legacyRoute['EXP-ROUTE-7'];
  const legacy = { route: 'legacy' } as const;
  const red = { ...legacy, filter: only(where('color', '=', 'red')) };

  it('holds for a window, an order, groups and a filter', () => {
    const window = { ...legacy, limit: 2, offset: 1 };
    expect(rule(listOf(window, RECORDS.slice(1, 3), { total: 5 }), KNOWN)).toBe('holds');
    expect(rule(listOf({ ...legacy, orderBy: 'price' }, RECORDS), KNOWN)).toBe('holds');
    expect(rule(listOf(red, RECORDS.slice(0, 2)), KNOWN)).toBe('holds');
  });

  it.each([
    ['records that the filter excludes', listOf(red, RECORDS)],
    ['more records than the limit', listOf({ ...legacy, limit: 2 }, RECORDS)],
    ['another order', listOf({ ...legacy, orderBy: 'price' }, SHUFFLED)],
    ['a group twice', listOf({ ...legacy, groupBy: 'color' }, RECORDS)],
    ['a refusal of a window', responseTo({ ...legacy, limit: 2 }, { status: 400 })],
  ])('is violated by %s', (_, exchange) => {
    expect(rule(exchange, KNOWN)).toHaveProperty('expected');
  });

  it('returns nothing for the v2 route, or if a filter with groupBy is refused', () => {
    expect(rule(listOf({ limit: 2 }, RECORDS), KNOWN)).toBeUndefined();
    const refused = responseTo({ ...red, groupBy: 'color' }, { status: 400 });
    expect(rule(refused, KNOWN)).toBeUndefined();
  });

  it('relates the digits of long numbers', () => {
    const known = knownOf([{ id: 1, code: 2 ** 60 }]);
    const accept = 'application/json';
    const ask = (limit: number, digits: string) =>
      responseTo({ ...legacy, accept, limit }, { body: `[{"id":1,"code":${digits}}]` });
    const first = ask(1, '1152921504606846976');
    const other = ask(2, '1152921504606846977');
    expect(relation([first, other], known, JUDGING)).toMatchObject([{ exchanges: [first, other] }]);
    expect(relation([first], known, JUDGING)).toEqual([]);
  });
});
