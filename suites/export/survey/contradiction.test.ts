import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/harness/context.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { repeatedOn } from './contradiction.js';

const context = { target: {} } as Context;
const pageOf = (records: readonly ProductRecord[], total = 100): ProductPage =>
  ({ records, meta: { total, limit: 100, offset: 0 } }) as unknown as ProductPage;

describe('a record on a page more than once', () => {
  const names = ['lamp', 'table', 'chair', 'shelf'];
  const products = names.map((name, at) => ({ id: at + 1, name }));

  it('is named by its key', () => {
    expect(repeatedOn(pageOf([...products, { id: 2, name: 'table' }]), context)).toBe('id 2 twice');
  });

  it.each<readonly [string, readonly ProductRecord[]]>([
    ['no column has the name of a key', [{ color: 'red' }, { color: 'blue' }, { color: 'red' }]],
    [
      'the records have no other column',
      [{ sku: '1' }, { sku: '218' }, { sku: '3' }, { sku: '4' }, { sku: '218' }],
    ],
    [
      'the other columns are alike in most records',
      ['1', '218', '3', '4', '5', '218'].map((sku) => ({ sku, color: 'red' })),
    ],
    ['a key has different values elsewhere', [...products, { id: 2, name: 'desk' }]],
  ])('is no contradiction where %s', (_, records) => {
    expect(repeatedOn(pageOf(records), context)).toBeUndefined();
  });

  it('is a contradiction where the page has more records than its total', () => {
    const records = [{ color: 'red' }, { color: 'red' }, { color: 'blue' }];
    expect(repeatedOn(pageOf(records, 2), context)).toBe('a record twice');
  });
});
