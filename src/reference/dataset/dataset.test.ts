import { describe, expect, it } from 'vitest';
import { datasetLines } from '../data.js';
import { defaultRecords, otherRecords, products, SPECIALS } from './index.js';

const records = defaultRecords();
const firstPage = records.slice(0, 100);
type Name = keyof (typeof records)[number];
const values = (rows: typeof records, name: Name): unknown[] => rows.map((row) => row[name]);

describe('the reference dataset', () => {
  it('is the same on every machine', () => {
    expect(products()).toEqual(records);
    expect(values(records, 'id').slice(0, 5)).toEqual([753, 385, 598, 287, 428]);
    expect([...datasetLines()].map((line) => JSON.parse(line))).toEqual(records);
  });

  it.each(['price', 'color', 'stock', 'description', 'note'] as const)(
    'the first page has nulls and equal values in %s',
    (name) => {
      expect(values(firstPage, name)).toContain(null);
      expect(new Set(values(firstPage, name)).size).toBeLessThan(100);
      expect(new Set(values(firstPage, name)).size).toBeGreaterThan(4);
    },
  );

  it('contains every special text, and numbers with different lengths', () => {
    for (const name of ['name', 'description', 'note'] as const)
      expect(values(records, name)).toEqual(expect.arrayContaining([...SPECIALS]));
    expect(values(records, 'stock')).toEqual(
      expect.arrayContaining([-10, -1, 0, 9, 10, 99, 100, null]),
    );
    expect(values(records, 'price')).toEqual(
      expect.arrayContaining([0, 9, 9.5, 10, 99.99, 100, null]),
    );
    expect(values(records, 'note')).toContain('');
  });

  it('is not sorted by any column', () => {
    for (const name of [
      'id',
      'name',
      'price',
      'color',
      'category',
      'stock',
      'description',
      'note',
    ] as const) {
      const present = values(firstPage, name).filter((value) => value !== null);
      const steps = present.slice(1).map((value, index) => String(value) >= String(present[index]));
      expect(new Set(steps).size).toBe(2);
    }
  });

  it('has values that are only on a later page', () => {
    expect(values(firstPage, 'category')).not.toContain('Clearance');
    expect(values(records, 'category')).toContain('Clearance');
  });

  it('has unique ids that are not used in the other destination', () => {
    const ids = [...values(records, 'id'), ...values(otherRecords(), 'id')];
    expect(new Set(ids).size).toBe(1040);
    expect(Math.min(...otherRecords().map(({ id }) => id))).toBe(5001);
  });
});
