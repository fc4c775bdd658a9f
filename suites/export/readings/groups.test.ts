import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { sqlComparison } from '../model/oracle/criterion.js';
import { groupReadings } from './groups.js';
import { readingsBy } from './judge.js';

const { judge } = readingsBy(() => groupReadings);

const product = (id: number, color: string | null, weight: number): ProductRecord => ({
  id,
  color,
  weight,
});

const PRODUCTS = [
  product(1, 'red', 1.5),
  product(2, 'Red', 1.2),
  product(3, 'blue', 2),
  product(4, 'red', 2),
  product(5, 'red', 2),
  product(6, 'rust and brown', 7),
];
const KNOWN = knownOf(PRODUCTS, { comparisonRules: sqlComparison });

/** The verdicts of the readings with an id that begins so, on a list of these records. */
function verdicts(id: string, question: ProductsQuestion, ...ids: readonly number[]) {
  const page = ids.flatMap((one) => PRODUCTS.filter((record) => record.id === one));
  const exchange = listOf(question, page, {
    total: page.length,
    limit: Number(question.limit ?? DEFAULT_LIMIT),
    offset: 0,
  });
  return groupReadings
    .filter((reading) => reading.id.startsWith(id))
    .map((reading) => judge(exchange, KNOWN, [reading]));
}

describe('groups that are not one for each distinct value (EXP-GROUP-1)', () => {
  const byColor = { groupBy: 'color' };
  const byWeight = { groupBy: 'weight' };

  it.each([
    ['groups.ignores-case', byColor, [1, 3, 6]],
    ['groups.groups-by-the-first-letter', byColor, [1, 2, 3]],
    ['groups.compares-numbers-as-whole', byWeight, [1, 3, 6]],
    ['groups.single-records-missing', byColor, [1]],
    ['groups.one-missing', byColor, [1, 2, 3]],
    ['groups.runs', byColor, [1, 2, 3, 4, 6]],
  ] satisfies readonly (readonly [string, ProductsQuestion, readonly number[]])[])(
    '%s is predicted exactly',
    (id, question, ids) => {
      expect(verdicts(id, question, ...ids)[0]).toBe('conforms');
      expect(verdicts(id, question, 4, 5)[0]).toBe('deviates');
    },
  );

  it('predicts nothing where the right groups would come', () => {
    const right = verdicts('groups.ignores-case', { groupBy: 'weight' }, 1, 2, 3, 6);
    expect(right).toEqual(['conforms']);
  });

  it('predicts nothing for a page that is full', () => {
    expect(verdicts('groups.one-missing', { groupBy: 'color', limit: 2 }, 1, 3)).not.toContain(
      'deviates',
    );
  });

  it('states that a filter leaves groups out, beside the right ones alone', () => {
    const filtered = { groupBy: 'color', filter: only(where('weight', '>', 1)) };
    expect(verdicts('groups.lost-by-filters', filtered, 1, 3)).toEqual(['conforms']);
    expect(verdicts('groups.lost-by-filters', filtered, 1, 1)).toEqual(['deviates']);
  });
});
