import { describe, expect, it } from 'vitest';
import type { FilteredRoute } from '../../../src/protocol/export/question.js';
import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { sqlComparison } from '../model/oracle/criterion.js';
import { readingsBy } from './judge.js';
import { pathReadings } from './paths.js';

const PRODUCTS: readonly ProductRecord[] = ['Red Lamp', 'Red+Sofa', 'Desk', 'Shelf'].map(
  (name, at) => ({ id: at + 1, name }),
);
const KNOWN = knownOf(PRODUCTS, { comparisonRules: sqlComparison });

function verdict(id: string, route: Omit<FilteredRoute, 'column'>, ...ids: readonly number[]) {
  const page = ids.flatMap((one) => PRODUCTS.filter((record) => record.id === one));
  const meta = { total: page.length, limit: DEFAULT_LIMIT, offset: 0 };
  const exchange = listOf({ route: { column: 'name', ...route } }, page, meta);
  const readings = pathReadings.filter((reading) => reading.id === id);
  expect(readings).toHaveLength(1);
  return readingsBy(() => readings).judge(exchange, KNOWN, readings);
}

describe('the value in the path of the legacy filtered route', () => {
  it.each([
    ['paths.raw-plus', { value: 'Red+Lamp', rawPlus: true }, 1],
    ['paths.final-line-break', { value: 'Desk\n' }, 3],
    ['paths.rewrite-cut-a-value-at-hash', { value: 'Desk#x' }, 3],
    ['paths.first', { value: 'Desk,Shelf' }, 3],
    ['paths.split-once', { value: 'Desk,Shelf,Red Lamp' }, 3],
    ['paths.filter-parts.literally', { value: 'es' }, 3],
    ['paths.filter-beginnings.literally', { value: 'De' }, 3],
    ['paths.filter-endings.literally', { value: 'esk' }, 3],
  ] satisfies readonly (readonly [string, Omit<FilteredRoute, 'column'>, number])[])(
    'is predicted by %s',
    (id, route, found) => {
      expect(verdict(id, route, found)).toBe('conforms');
      expect(verdict(id, route, 2)).toBe('deviates');
    },
  );

  it.each(['paths.unsplit.none', 'paths.unsplit.first', 'paths.all-parts'])(
    'matches nothing if it is a list, by %s',
    (id) => {
      expect(verdict(id, { value: 'Desk,Shelf' })).toBe('conforms');
      expect(verdict(id, { value: 'Desk,Shelf' }, 3)).toBe('deviates');
    },
  );

  it.each(['paths.zero-is-none.alone', 'paths.zero-is-none.first'])(
    'counts as none if it is 0, by %s',
    (id) => {
      expect(verdict(id, { value: '0' }, 1, 2, 3, 4)).toBe('conforms');
      expect(verdict(id, { value: '0' })).toBe('deviates');
      const isList = id.endsWith('first');
      expect(verdict(id, { value: '0,Desk' }, 1, 2, 3, 4)).toBe(isList ? 'conforms' : 'deviates');
    },
  );

  it('is not decoded, so that an escaped value matches nothing', () => {
    expect(verdict('paths.undecoded.any', { value: 'Red Lamp' })).toBe('conforms');
    expect(verdict('paths.undecoded.any', { value: 'Red Lamp' }, 1)).toBe('deviates');
  });

  it('is read as the first of several numbers', () => {
    const verdictOf = (column: string, value: string, ...ids: readonly number[]) => {
      const page = PRODUCTS.filter(({ id }) => ids.includes(Number(id)));
      const meta = { total: page.length, limit: DEFAULT_LIMIT, offset: 0 };
      const readings = pathReadings.filter(({ id }) => id === 'paths.first-number');
      const exchange = listOf({ route: { column, value } }, page, meta);
      return readingsBy(() => readings).judge(exchange, KNOWN, readings);
    };
    expect(verdictOf('id', '2,3', 2)).toBe('conforms');
    expect(verdictOf('id', '2,3', 2, 3)).toBe('deviates');
    expect(verdictOf('name', 'Desk,Shelf', 3, 4)).toBe('conforms');
  });

  it('may match nothing if one value of a list is in no record', () => {
    const id = 'paths.absent-values-empty-the-list';
    expect(verdict(id, { value: 'Desk,absent' })).toBe('conforms');
    expect(verdict(id, { value: 'Desk,absent' }, 3)).toBe('deviates');
  });
});
