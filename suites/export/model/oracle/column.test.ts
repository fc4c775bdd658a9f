import { expect, it } from 'vitest';
import type { ProductRecord } from '../../../../src/settings/index.js';
import {
  beginsWithDate,
  type Column,
  cellValue,
  hasOnlyDates,
  isNull,
  learnColumns,
  mayBeEnumeration,
  sortedNumbers,
  textsOf,
} from './column.js';

const columnOf = (values: readonly unknown[], name = 'c'): Column => {
  const [column] = learnColumns(values.map((value) => ({ [name]: value })) as ProductRecord[]);
  if (column === undefined) throw new Error('a column was expected');
  return column;
};
const times = <T>(count: number, ...values: readonly T[]): readonly T[] =>
  Array.from({ length: count }, () => values).flat();

it.each<readonly [Column['kind'], readonly unknown[]]>([
  ['number', [1, 2.5, null]],
  ['number', [1, '']],
  ['number', [Number.MAX_SAFE_INTEGER, 1e300 / 3e299]],
  ['number', times(4, 0)],
  ['number', times(4, 1)],
  ['number', times(9, 0)],
  ['number', times(2, 0, 1)],
  ['number', times(3, 0, 1, 2)],
  ['number', times(5, 0, 2)],
  // A server may return booleans as 0 and 1.
  ['typed', times(3, 0, 1)],
  ['typed', [0, 1, 1, 1, 1]],
  // A JSON parser loses the last digits of this number.
  ['other', [2 ** 53, 1]],
  ['other', [1, 'red']],
  ['other', [1, '2']],
  ['other', [true, 'red']],
  ['other', [[1]]],
  ['other', [{ a: 1 }, 1]],
  ['text', []],
  ['text', [null]],
  ['text', ['']],
  ['text', ['red', '7', '']],
  ['text', ['2024-01-02', 'red']],
  ['numeric-text', ['7', '-1.5', '0', '0.50', '']],
  ['text', ['07']],
  ['text', ['1.']],
  ['text', ['.5', '1']],
  ['text', ['1e3', 'red']],
  ['typed', ['1e3']],
  ['typed', ['0.999e1', '-0.5e-2', '0.0', '']],
  ['text', ['007', '1e3']],
  ['text', [' 1']],
  ['text', ['1 ']],
  ['typed', ['2024-01-02', '']],
])('has the kind %s for the values %j', (kind, values) => {
  expect(columnOf(values.length === 0 ? [undefined] : values).kind).toBe(kind);
});

it.each([
  [
    '2024-01-02',
    '2024-01-02T03:04',
    '2024-01-02 03:04:05.678Z',
    '2024-01-02T03:04:05+01:00',
    '2024-01-02T03:04-0130',
  ],
  ['1.2.2024', '01/12/2024', '1-2-2024 3:04', '31.12.2024 23:59:59'],
  ['1:02', '23:59:59', '100:00:00.5'],
  ['0F0E0D0C-0b0a-0908-0706-050403020100', '{0f0e0d0c-0b0a-0908-0706-050403020100}'],
  ['true', 'FALSE', 't', 'f', 'Yes', 'no', 'y', 'n'],
  ['{}', '[]', '{"a": 1}', '["a",\n"b"]', '{new,"a b"}'],
])('recognizes %j as values of a type', (...values) => {
  for (const value of values) expect(columnOf([value]).kind, value).toBe('typed');
  expect(columnOf([...values, '']).kind).toBe('typed');
  expect(columnOf([...values, 'red']).kind).toBe('text');
});

it.each([
  ['typed', 'created_at', [1_603_585_800, 1_640_995_199]],
  ['typed', 'updatedAt', [1_603_585_800_123, 1_640_995_199_000]],
  ['typed', 'date', [1_603_585_800]],
  ['typed', 'created_at', [1_603_585_800, -86_400, 0]],
  // With another name, another size or a fraction, the values are numbers.
  ['number', 'ean', [1_603_585_800, 1_640_995_199]],
  ['number', 'format', [1_603_585_800]],
  ['number', 'updated', [7, 12, 100]],
  ['number', 'created_at', [1_603_585_800.5]],
] as const)('takes for %s a column called %s that holds %j', (kind, name, values) => {
  expect(columnOf(values, name).kind).toBe(kind);
});

it.each([
  '2024-1-02',
  '2024-01-02x',
  'x2024-01-02',
  '2024-01-02T3:04',
  '2024-01-02T03:04:05.',
  '2024-01-02T03:04+1',
  '1.2/2024',
  '1.2.24',
  'x1.2.2024',
  '1.2.2024x',
  '123.2.2024',
  '1:2',
  'x1:02',
  '1:02x',
  '1234:00',
  '0f0e0d0c0b0a09080706050403020100',
  '0f0e0d0c-0b0a-0908-0706-05040302010',
  'x0f0e0d0c-0b0a-0908-0706-050403020100',
  '0f0e0d0c-0b0a-0908-0706-050403020100x',
  'truest',
  'untrue',
])('takes %s for text', (value) => {
  expect(columnOf([value]).kind).toBe('text');
});

it('takes ids and prices for numbers that are served as text, and no other column (EXP-LIST-4)', () => {
  for (const name of ['id', 'price']) {
    expect(columnOf(['1', '2.50', null], name).kind).toBe('number');
    expect(columnOf(['1', '7a'], name).kind).toBe('text');
    expect(columnOf(['1', true], name).kind).toBe('other');
    expect(columnOf([''], name).kind).toBe('text');
  }
  expect(columnOf(['1', '2.50'], 'weight').kind).toBe('numeric-text');
});

it('counts values, nulls and blanks, each column of each record', () => {
  const records: ProductRecord[] = [
    { a: 'x', n: 1 },
    { a: 'x', n: '' },
    { a: '', n: 1 },
    { a: null, n: null },
    { n: 2, late: 'z' },
  ];
  const [a, n, late] = learnColumns(records);
  expect(a).toEqual({
    name: 'a',
    kind: 'text',
    values: new Map([
      ['x', 2],
      ['', 1],
    ]),
    nulls: 2,
    blanks: 1,
  });
  // In a column of numbers an empty text stands for null.
  expect(n).toEqual({
    name: 'n',
    kind: 'number',
    values: new Map([
      [1, 2],
      [2, 1],
    ]),
    nulls: 2,
    blanks: 1,
  });
  expect(late).toEqual({
    name: 'late',
    kind: 'text',
    values: new Map([['z', 1]]),
    nulls: 4,
    blanks: 0,
  });
  expect(learnColumns(records, [{ name: 'a', kind: 'other' }]).map(({ kind }) => kind)).toEqual([
    'other',
    'number',
    'text',
  ]);
});

it('ignores members that every object inherits', () => {
  const [column] = learnColumns([JSON.parse('{"constructor": "a"}'), {}]);
  expect(column?.nulls).toBe(1);
  expect(cellValue({}, 'constructor')).toBeNull();
  expect(cellValue({ a: true }, 'a')).toBeNull();
  expect([cellValue({ a: 0 }, 'a'), cellValue({ a: '' }, 'a')]).toEqual([0, '']);
});

it('has empty text for a null in a column of numbers alone', () => {
  const number = columnOf([1]);
  const text = columnOf(['a']);
  expect(['', null, undefined, 0].map((c) => isNull({ c } as ProductRecord, number))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(['', null, undefined, 'a'].map((c) => isNull({ c } as ProductRecord, text))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it.each<readonly [boolean, readonly unknown[]]>([
  [true, times(3, 'a', 'b')],
  [false, [...times(2, 'a', 'b'), 'a']],
  [true, [...times(3, 'a', 'b'), 'a', null]],
  [false, times(3, 1, 2)],
  [false, times(3, '1', '2')],
  [true, times(3, ...Array.from({ length: 64 }, (_, n) => `v${n}`))],
  [false, times(3, ...Array.from({ length: 65 }, (_, n) => `v${n}`))],
])('%s: it may be an enumeration', (may, values) => {
  expect(mayBeEnumeration(columnOf(values))).toBe(may);
});

it('sorts numbers as numbers, and has texts without the empty one', () => {
  expect(sortedNumbers(columnOf([10, 9, -1, '', null, 9]))).toEqual([-1, 9, 10]);
  expect(sortedNumbers(columnOf(['10', '9', '']))).toEqual([9, 10]);
  expect(textsOf(columnOf(['b', '', 'a', 'b', null]))).toEqual(['b', 'a']);
  expect(textsOf(columnOf([1, 2]))).toEqual([]);
});

it('recognizes days by their form', () => {
  expect(['2024-01-02', '2024-01-02T03:04', '2024-01-02 03:04'].map(beginsWithDate)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['2024-01-02x', 'x2024-01-02', '2024-1-2', '02.01.2024'].map(beginsWithDate)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(hasOnlyDates(columnOf(['2024-01-02', '']))).toBe(true);
  expect(hasOnlyDates(columnOf(['1.2.2024']))).toBe(false);
  expect(hasOnlyDates(columnOf(['2024-01-02', 'red']))).toBe(false);
  expect(hasOnlyDates(columnOf(times(3, 0, 1)))).toBe(false);
});

it('takes a name that fits no line of a request for no column to ask for', () => {
  expect(columnOf(['a', 'b'], 'k'.repeat(200)).kind).toBe('text');
  expect(columnOf(['a', 'b'], 'k'.repeat(201)).kind).toBe('other');
});
