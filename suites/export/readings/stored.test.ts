import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf, listOf } from '../../../tests/export/exchange-of.js';
import { sqlComparison } from '../model/oracle/criterion.js';
import { readingsBy } from './judge.js';
import { storedReadings } from './stored.js';

/** Stock 0 may be stored as null, and null as 0. */
const product = (id: number, stock: number | null): ProductRecord => ({ id, stock });
const WITH_NULL = [product(1, 5), product(2, null), product(3, -1)];
const WITH_ZERO = [product(1, 5), product(2, 0), product(3, 1), product(4, 0)];

function verdict(
  id: string,
  records: readonly ProductRecord[],
  question: ProductsQuestion,
  ...ids: readonly number[]
) {
  const known = knownOf(records, { comparisonRules: sqlComparison });
  const page = ids.flatMap((one) => records.filter((record) => record.id === one));
  const total = question.filter === undefined ? records.length : page.length;
  const exchange = listOf(question, page, { total, limit: DEFAULT_LIMIT, offset: 0 });
  // A filter and an order with other records than the right ones.
  const wrong = [{ filter: only(where('stock', '=', 5)) }, { orderBy: 'stock' }].map((asked) =>
    listOf(asked, [...records].reverse().slice(0, 1), {
      total: 77,
      limit: DEFAULT_LIMIT,
      offset: 0,
    }),
  );
  const readings = storedReadings([exchange, ...wrong], known).filter(
    (reading) => reading.id === id,
  );
  expect(readings).toHaveLength(1);
  return readingsBy(() => readings).judge(exchange, known, readings);
}

describe('0 that is served as null', () => {
  const id = 'stored.zero-as-null';
  const below = { filter: only(where('stock', '<', 3)) };

  it('may be selected by comparisons that hold for 0', () => {
    expect(verdict(id, WITH_NULL, below, 2, 3)).toBe('conforms');
    expect(verdict(id, WITH_NULL, below, 1, 3)).toBe('deviates');
  });

  it('may stand between other numbers', () => {
    expect(verdict(id, WITH_NULL, { orderBy: 'stock' }, 3, 2, 1)).toBe('conforms');
    expect(verdict(id, WITH_NULL, { orderBy: 'stock' }, 1, 2, 3)).toBe('deviates');
  });
});

it('predicts an order of rounded numbers that their exact values may have', () => {
  const ROUNDED = [product(1, 4), product(2, 5), product(3, 9)];
  const ordered = (...ids: readonly number[]) =>
    verdict('stored.rounded', ROUNDED, { orderBy: 'stock' }, ...ids);
  expect(ordered(1, 2, 3)).toBe('conforms');
  // 4.5 and 4.5 may be served as 5 and 4.
  expect(ordered(2, 1, 3)).toBe('conforms');
  expect(ordered(1, 3, 2)).toBe('deviates');
});

describe('null that is served as 0', () => {
  const id = 'stored.null-as-zero';
  const zero = { filter: only(where('stock', '=', 0)) };

  it('may be missing among the records with 0', () => {
    expect(verdict(id, WITH_ZERO, zero)).toBe('conforms');
    expect(verdict(id, WITH_ZERO, zero, 1)).toBe('deviates');
  });

  it('may be another group than 0', () => {
    const groups = { groupBy: 'stock' };
    expect(verdict(id, WITH_ZERO, groups, 1, 2, 3, 4)).toBe('conforms');
    expect(verdict(id, WITH_ZERO, groups, 1, 2)).toBe('deviates');
  });
});

describe('texts that are served otherwise than they are stored', () => {
  /** The verdict on a filter for `name`, and whether the reading is looked for at all. */
  function ofTexts(
    id: string,
    names: readonly (string | null)[],
    value: string,
    found: readonly number[],
  ) {
    const records = names.map((name, at): ProductRecord => ({ id: at + 1, name }));
    const known = knownOf(records, { comparisonRules: sqlComparison });
    const page = records.filter((_, place) => found.includes(place));
    const exchange = listOf({ filter: only(where('name', '=', value)) }, page);
    // Another operator and a group are wrong as well.
    const wrong = [
      listOf({ filter: only(where('name', 'LIKE', `${value}%`)) }, records.slice(0, 0), {
        total: 9,
      }),
      listOf({ groupBy: 'name' }, [...records, ...records.slice(0, 1)], { total: 9 }),
    ];
    const readings = storedReadings([exchange, ...wrong], known).filter((one) => one.id === id);
    const [reading] = readings;
    return reading === undefined
      ? 'none'
      : readingsBy(() => readings).judge(exchange, known, [reading]);
  }

  it('may be null instead of empty', () => {
    expect(ofTexts('stored.empty-as-null', ['a', null, 'b'], '', [1])).toBe('conforms');
    expect(ofTexts('stored.empty-as-null', ['a', null, 'b'], '', [0])).toBe('deviates');
    expect(ofTexts('stored.empty-as-null', ['a', '', null], '', [1])).toBe('none');
  });

  it('may be cut, if several are equally long', () => {
    const names = ['Walnut Mirror', 'Walnut Mirros', 'Lamp'];
    expect(ofTexts('stored.cut', names, 'Walnut Mirror', [])).toBe('conforms');
    expect(ofTexts('stored.cut', names, 'Lamp', [])).toBe('deviates');
    expect(ofTexts('stored.cut', ['Walnut Mirror', 'Lamp'], 'Walnut Mirror', [])).toBe('none');
  });

  it('may have other characters where a question mark comes', () => {
    const names = ['Caf?', 'Lamp'];
    expect(ofTexts('stored.question-marks', names, 'Caf?', [])).toBe('conforms');
    expect(ofTexts('stored.question-marks', names, 'Lamp', [])).toBe('deviates');
    expect(ofTexts('stored.question-marks', ['Lamp', 'Desk'], 'Lamp', [])).toBe('none');
  });
});

describe('texts of digits that are served as numbers', () => {
  const below = { filter: only(where('stock', '<', 30)) };
  const EQUAL = [product(1, 5), product(2, 12), product(3, 300)];

  it('are compared character by character', () => {
    const id = 'stored.text-as-number.stock.0';
    expect(verdict(id, EQUAL, below, 2)).toBe('conforms');
    expect(verdict(id, EQUAL, below, 1, 2)).toBe('deviates');
    expect(verdict(id, EQUAL, { orderBy: 'stock' }, 2, 3, 1)).toBe('conforms');
  });

  it('may begin with zeros that are not served', () => {
    const padded = 'stored.text-as-number.stock.1';
    expect(verdict(padded, EQUAL, below, 1, 2)).toBe('conforms');
    expect(verdict('stored.text-as-number.stock.2', EQUAL, below, 1, 2, 3)).toBe('conforms');
    expect(verdict(padded, EQUAL, { filter: only(where('stock', '=', 12)) })).toBe('conforms');
  });
});

it('is not named for one operator alone', () => {
  const known = knownOf(WITH_NULL, { comparisonRules: sqlComparison });
  const below = { filter: only(where('stock', '<', 3)) };
  const wrong = listOf(below, WITH_NULL.slice(1), { total: 2, limit: DEFAULT_LIMIT, offset: 0 });
  const ids = storedReadings([wrong], known).map(({ id }) => id);
  expect(ids).not.toContain('stored.zero-as-null');
});

it('compares numbers that are stored in single precision', () => {
  const PRICES = [product(1, 9.54), product(2, 0.5)];
  const equal = { filter: only(where('stock', '=', 9.54)) };
  expect(verdict('stored.single-precision', PRICES, equal)).toBe('conforms');
  expect(verdict('stored.single-precision', PRICES, equal, 2)).toBe('deviates');
  // 0.5 is the same in single precision.
  const half = { filter: only(where('stock', '=', 0.5)) };
  expect(verdict('stored.single-precision', PRICES, half, 2)).toBe('conforms');
});
