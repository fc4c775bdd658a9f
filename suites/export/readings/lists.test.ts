import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { KNOWN, knownOf, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import { readingsBy } from './judge.js';
import { listReadings } from './lists.js';

const { judge } = readingsBy(listReadings);

/** The verdicts of the readings with an id that begins so, on a list of records with these ids. */
function verdicts(
  id: string,
  question: ProductsQuestion,
  ids: readonly number[],
  records: readonly ProductRecord[] = RECORDS,
): readonly string[] {
  const known = records === RECORDS ? KNOWN : knownOf(records);
  const page = ids
    .map((one) => records.find((record) => record.id === one))
    .filter((record) => record !== undefined);
  const meta = { total: records.length };
  return listReadings([])
    .filter((reading) => reading.id.startsWith(id))
    .map((reading) => judge(listOf(question, page, meta), known, [reading]));
}

describe('an order', () => {
  const numbers = [9, 100, -20].map((price, at) => ({ id: at + 1, price }));

  it.each([
    ['orders.as-text', [3, 2, 1], [3, 1, 2]],
    ['orders.by-magnitude', [1, 3, 2], [3, 1, 2]],
    ['orders.descending', [2, 1, 3], [3, 1, 2]],
  ])('%s is predicted exactly', (id, wrong, right) => {
    expect(new Set(verdicts(id, { orderBy: 'price' }, wrong, numbers))).toEqual(
      new Set(['conforms']),
    );
    expect(verdicts(id, { orderBy: 'price' }, right, numbers)).not.toContain('conforms');
  });
});

it('predicts an order that leaves out the records without a value', () => {
  const prices = [9, null, 20].map((price, at) => ({ id: at + 1, price }));
  const id = 'orders.without-nulls';
  expect(verdicts(id, { orderBy: 'price' }, [1, 3], prices)).toEqual(['conforms']);
  expect(verdicts(id, { orderBy: 'price' }, [2, 1, 3], prices)).toEqual(['deviates']);
  // Each record has an id, so nothing is predicted.
  expect(verdicts(id, { orderBy: 'id' }, [1, 2, 3], prices)).toEqual(['conforms']);
  expect(verdicts(id, { orderBy: 'id' }, [1, 3], prices)).toEqual(['deviates']);
});

describe('an order of the numbers of one column as text', () => {
  const prices = [9, 100, 20].map((price, at) => ({ id: at + 1, price, stock: price }));
  const known = knownOf(prices);
  const ordered = (orderBy: string, ...ids: readonly number[]) =>
    listOf(
      { orderBy },
      ids.flatMap((id) => prices.filter((one) => one.id === id)),
      { total: 3 },
    );
  const readings = listReadings([ordered('price', 2, 3, 1)]).filter(
    ({ sentence }) => sentence === '`orderBy` sorts the numbers of price as text',
  );

  it('is predicted for this column alone', () => {
    expect(readings.length).toBeGreaterThan(0);
    for (const reading of readings) {
      expect(judge(ordered('price', 2, 3, 1), known, [reading])).toBe('conforms');
      expect(judge(ordered('price', 1, 3, 2), known, [reading])).toBe('deviates');
      expect(judge(ordered('stock', 1, 3, 2), known, [reading])).toBe('conforms');
    }
  });
});

describe('a window', () => {
  it.each([
    ['pages.last-record-lost', {}, [1, 2, 3, 4]],
    ['pages.first-record-lost', { limit: 2 }, [2, 3]],
    ['pages.last-page-lost', { limit: 3, offset: 3 }, []],
    ['pages.limit-is-the-end', { limit: 3, offset: 1 }, [2, 3]],
    ['pages.reversed', { limit: 2, offset: 1 }, [3, 2]],
    ['pages.border-repeated', { limit: 2, offset: 2 }, [2, 4]],
    ['pages.first-record-repeated', { limit: 2, offset: 2 }, [1, 4]],
    ['windows.before-orders', { limit: 2, orderBy: 'price' }, [2, 1]],
    ['windows.before-filters', { limit: 2, filter: only(where('price', '>', 10)) }, [2]],
  ] satisfies readonly (readonly [string, ProductsQuestion, readonly number[]])[])(
    '%s is predicted exactly',
    (id, question, ids) => {
      expect(verdicts(id, question, ids)[0]).toBe('conforms');
      expect(verdicts(id, question, [5])[0]).toBe('deviates');
    },
  );

  it('is not predicted for a request that must be refused', () => {
    const [reading] = listReadings([]).filter(({ id }) => id === 'pages.last-record-lost');
    const body = { error: 'Authentication token is required' };
    const refused = responseTo({ token: null, accept: PLAIN }, { status: 401, body });
    if (reading === undefined) throw new Error('no such reading');
    expect(judge(refused, KNOWN, [reading])).toBe('conforms');
  });
});
