import { expect, it } from 'vitest';
import { type Column, learnColumns } from './column.js';
import { findDisorder, findMisplaced, isCertainlyOrdered, placementsOfNulls } from './order.js';

const columnOf = (values: readonly (string | number | null)[]) => {
  const records = values.map((value) => ({ value }));
  const [column] = learnColumns(records);
  if (column === undefined) throw new Error('a column was expected');
  return { column, records };
};

it.each([
  ['by code point', ['Kitchen', 'Lighting', 'Toys', 'kitchen']],
  ['without case', ['Kitchen', 'kitchen', 'Lighting', 'Toys']],
])('takes an order of few texts %s', (_, values) => {
  const { column, records } = columnOf(values.flatMap((value) => [value, value, value]));
  expect(findDisorder(records, column)).toBeUndefined();
});

it('finds a value of an enumeration in two places', () => {
  const { column, records } = columnOf(['a', 'a', 'a', 'b', 'b', 'b', 'a']);
  expect(findDisorder(records, column)).toEqual({ first: { value: 'b' }, second: { value: 'a' } });
});

it('compares days as dates and as text', () => {
  const { column, records } = columnOf(['2023-05-01', '2023-04-30']);
  expect(findDisorder(records, column)).toBeDefined();
  expect(findDisorder(records.toReversed(), column)).toBeUndefined();
});

const ORDERS = [-1, 0, 1] as const;

it.each<readonly [Column['kind'], string | number, string | number, -1 | 0 | 1 | undefined]>([
  ['number', 9, 10, -1],
  ['number', 10, 9, 1],
  ['number', 9, 9, 0],
  ['number', '9', '10', -1],
  ['number', '9', '9.0', 0],
  ['number', -1, 1, -1],
  ['text', 'a', 'b', -1],
  ['text', 'b', 'a', 1],
  ['text', 'a', 'a', 0],
  ['text', 'a', 'A', undefined],
  ['text', 'B', 'a', undefined],
  ['text', '2024-01-02', '2024-01-03', -1],
  ['text', '2024-01-02', '2024-01-02 x', -1],
  ['numeric-text', '1', '2', -1],
  ['numeric-text', '2', '1', 1],
  ['numeric-text', '9', '10', undefined],
  ['numeric-text', '10', '9', undefined],
  ['numeric-text', '9', '9.0', undefined],
  ['typed', '2024-01-02', '2024-01-03', -1],
  ['typed', '2024-01-03T01:00', '2024-01-02T02:00', 1],
  // Two times on the same day may have different time zones.
  ['typed', '2024-01-02T01:00', '2024-01-02T02:00', undefined],
  ['typed', '2024-01-02', '1.2.2024', undefined],
  ['typed', '1.2.2024', '2.2.2024', undefined],
  ['typed', 'no', 'yes', undefined],
])('determines the order of %s %j and %j: %s', (kind, a, b, order) => {
  expect(
    ORDERS.find((one) => isCertainlyOrdered(a, b, { ...columnOf([a, b]).column, kind }, one)),
  ).toBe(order);
});

it('finds the first pair in the wrong order, also with nulls and ambiguous neighbours in between', () => {
  const { column, records } = columnOf([1, null, 3, 2]);
  expect(findDisorder(records, column)).toEqual({ first: { value: 3 }, second: { value: 2 } });
  const texts = columnOf(['b', null, 'B', '', 'a']);
  expect(findDisorder(texts.records, texts.column)).toMatchObject({
    first: { value: 'b' },
    second: { value: 'a' },
  });
});

it.each<readonly [string, readonly (string | number | null)[], 1 | -1]>([
  ['numbers upwards', [1, 9, 10], 1],
  ['numbers downwards', [10, 9, 1], -1],
  ['ties', [1, 1, 2], 1],
  ['one record', [1], 1],
  ['nulls first', [null, null, 1, 2], 1],
  ['nulls last', [1, 2, null, null], 1],
  ['nulls alone', [null, null], 1],
  ['nulls first and downwards', [null, 2, 1], -1],
  ['empty text first', ['', 'a', 'b', null], 1],
  ['empty text amongst nulls', [null, '', null, 'a', 'b'], 1],
  ['nulls after empty text', ['', null, 'a', 'b'], 1],
  ['empty text after nulls', ['a', 'b', null, '', null], 1],
  ['empty text before nulls', ['a', 'b', '', null], 1],
])('takes %s for an order: %j', (_, values, direction) => {
  const { column, records } = columnOf(values);
  expect(findDisorder(records, column, direction)).toBeUndefined();
});

it.each<readonly [readonly (string | number | null)[], 1 | -1]>([
  [[2, 1], 1],
  [[1, 2], -1],
  [[1, null, 2], 1],
  [[-1, null, null, 2], 1],
  [[2, null, 1], -1],
  [[null, 1, null], 1],
  [[null, 1, 2, null, 3], 1],
  [['a', null, '', 'b'], 1],
  [['a', '', null, 'b'], 1],
])('sees that %j is in no order (%i)', (values, direction) => {
  const { column, records } = columnOf(values);
  expect(findDisorder(records, column, direction)).toBeDefined();
});

it('returns a null and a later value if the nulls are apart', () => {
  const { column, records } = columnOf([-1, null, null, 2]);
  expect(findDisorder(records, column)).toMatchObject({
    first: { value: null },
    second: { value: 2 },
  });
});

it.each<readonly [readonly string[], boolean]>([
  [['no', 'yes', 'no'], true],
  [['yes', 'no'], false],
  [['yes', 'yes', 'no', 'no'], false],
  // A coarse collation may treat them as equal.
  [['no', 'NO', 'no'], false],
  [['no', 'NO', 'yes', 'no'], true],
])('finds in %j, a column with its own order, a value in two places: %s', (values, apart) => {
  const { column, records } = columnOf(values);
  expect(column.kind).toBe('typed');
  expect(findDisorder(records, column) !== undefined).toBe(apart);
});

it('names the value that is in two places', () => {
  const { column, records } = columnOf(['no', 'yes', 'no', 'yes']);
  const found = findDisorder(records, column);
  expect([found?.first, found?.second]).toEqual([records[1], records[2]]);
});

it('accepts any order of many values whose order is uncertain', () => {
  const { column, records } = columnOf(['ä', 'a', 'Ä']);
  expect(findDisorder(records, column)).toBeUndefined();
});

it('compares a text with the sixty texts before it', () => {
  const alike = (count: number) => [
    'b',
    ...Array.from({ length: count }, (_, n) => `\u0301${n}`),
    'a',
  ];
  for (const [between, seen] of [[59, true] as const, [60, false] as const]) {
    const { column, records } = columnOf(alike(between));
    expect(findDisorder(records, { ...column, kind: 'text' }) !== undefined, `${between}`).toBe(
      seen,
    );
  }
});

it.each<
  readonly [
    readonly (number | string | null)[],
    readonly (number | string | null)[],
    number,
    unknown,
  ]
>([
  [[3, 4], [1, 2, 5], 2, undefined],
  [[3, 4], [1, 2, 5], 1, 1],
  // The other records fit after the window.
  [[3, 4], [1, 2, 5], 3, 5],
  [[3, 4], [1, 2, 5, 6], 2, undefined],
  // Records with equal values may be on either side of the window, and nulls at either end.
  [[3, 3], [3, 3, 5], 1, undefined],
  [[3, 4], [null, 1, 5], 2, undefined],
  [[3, 4], [null, 1, 5], 1, undefined],
  [[3, 4], [null, 1, 5], 0, 1],
  [[null, 3, 4], [1, 5], 1, undefined],
  [[null, 3, 4], [1, 5], 0, 1],
  [[null, null], [1, 2], 0, undefined],
  [[], [1, 2], 0, undefined],
  [['b', ''], ['a', 'c'], 1, undefined],
  [['b', ''], ['a', 'c'], 0, 'a'],
  [['b'], ['', 'c'], 0, undefined],
  [['b'], ['', 'c'], 2, 'c'],
])(
  'compares the window %j with the other records %j at offset %i; misplaced: %j',
  (window, rest, offset, value) => {
    const { column } = columnOf([...window, ...rest]);
    const misplaced = findMisplaced(
      columnOf([0, ...window]).records.slice(1),
      columnOf([0, ...rest]).records.slice(1),
      offset,
      column,
    );
    expect(misplaced?.value).toBe(value);
  },
);

it('returns the ends of a list at which its nulls can be, given a window', () => {
  const { column, records } = columnOf([null, null, 1, 2, 3, 4]);
  expect(placementsOfNulls(records.slice(0, 3), 0, records, column)).toEqual(['first']);
  expect(placementsOfNulls(records.slice(4, 6), 2, records, column)).toEqual(['last']);
  expect(placementsOfNulls(records.slice(0, 2), 0, records, column)).toEqual(['first', 'last']);
});
