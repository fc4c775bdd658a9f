import { expect, it } from 'vitest';
import {
  type Criterion,
  type Filter,
  type Mode,
  only,
  where,
} from '../../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../../src/settings/index.js';
import { learnColumns } from './column.js';
import { sqlComparison } from './criterion.js';
import { makeFilterEvaluator, membershipsOf } from './filter.js';

const records: readonly ProductRecord[] = [
  { id: 1, color: 'red', price: 5 },
  { id: 2, color: 'red', price: null },
  { id: 3, color: 'blue', price: 5 },
  { id: 4, color: null, price: 9 },
];
const columns = new Map(learnColumns(records).map((column) => [column.name, column]));
const red = where('color', '=', 'red');
const five = where('price', '=', 5);
const unknown = where('size', '=', 'XL');

const idsIn = (filter: Filter): string => {
  const places = membershipsOf(filter, records, columns, sqlComparison);
  expect(places).toHaveLength(records.length);
  return records
    .flatMap(({ id }, index) =>
      places[index] === 'out' ? [] : `${id}${places[index] === 'open' ? '?' : ''}`,
    )
    .join();
};
const group = (mode: Mode | undefined, ...criteria: readonly Criterion[]) => ({ mode, criteria });

it.each<readonly [Filter, string]>([
  [only(red), '1,2'],
  [only(five), '1,3'],
  [only(red, five), '1'],
  [{ groups: [group('AND', red, five)] }, '1'],
  [{ groups: [group('OR', red, five)] }, '1,2,3'],
  // The mode of a group differs from the mode between groups.
  [{ mode: 'OR', groups: [group(undefined, red, five)] }, '1'],
  [{ mode: 'OR', groups: [group(undefined, red), group(undefined, five)] }, '1,2,3'],
  [{ mode: 'AND', groups: [group('OR', red), group('OR', five)] }, '1'],
  [{ groups: [group('OR', red, five), group(undefined, where('id', '>', 1))] }, '2,3'],
  [
    { mode: 'OR', groups: [group(undefined, red, five), group(undefined, where('id', '=', 4))] },
    '1,4',
  ],
  [{ groups: [group('OR', red, five, where('id', '=', 4))] }, '1,2,3,4'],
  [only(where('color', 'IS', null)), '4'],
  [only(where('color', '!=', 'red')), '3'],
  // AND without criteria matches every record, and OR without criteria matches no record.
  [{ groups: [] }, '1,2,3,4'],
  [{ mode: 'OR', groups: [] }, ''],
  [{ groups: [group(undefined)] }, '1,2,3,4'],
  [{ groups: [group('OR')] }, ''],
  // A criterion on an unknown column is open, unless the other criteria decide the result.
  [only(unknown), '1?,2?,3?,4?'],
  [only(unknown, red), '1?,2?'],
  [{ groups: [group('OR', unknown, red)] }, '1,2,3?,4?'],
])('has in the result of %j the records %s', (filter, ids) => {
  expect(idsIn(filter)).toBe(ids);
  expect(idsIn(filter)).toBe(ids);
});

it('leaves the truths of a criterion as they are when it is combined with others', () => {
  expect(idsIn(only(red, five))).toBe('1');
  expect(idsIn(only(red))).toBe('1,2');
  expect(idsIn({ groups: [group('OR', red, five)] })).toBe('1,2,3');
  expect(idsIn(only(red))).toBe('1,2');
});

it('evaluates each filter once, and each criterion once for all filters', () => {
  const truths = makeFilterEvaluator(records, columns, sqlComparison);
  const filter = only(red, five);
  expect(truths(filter)).toBe(truths(filter));
  expect(truths(only(red))).toBe(truths(only(red)));
  expect(truths(only(red))).not.toBe(truths(only(five)));
});

it('has the same truths, as one object, for filters that select the same records', () => {
  const truths = makeFilterEvaluator(records, columns, sqlComparison);
  expect(truths(only(where('color', '!=', 'red')))).toBe(truths(only(where('color', '=', 'blue'))));
  expect(truths(only(where('id', '>', 2)))).not.toBe(truths(only(where('id', '>', 3))));
  expect(truths(only(where('id', '>', 2), five))).toBe(truths(only(five, where('id', '>', 2))));
});

it('evaluates a wrong reading from the right one, nulls and empty texts included', () => {
  const some = ['red', ' red', '', null, 'blue', 'red'].map((color, id) => ({ id, color }));
  const known = new Map(learnColumns(some).map((column) => [column.name, column]));
  const right = { ...sqlComparison, emptyMayBeNull: () => true };
  const trims = {
    ...right,
    instead: () => (cell: string | number) =>
      String(cell).startsWith(' ') ? String(cell).trim() === 'red' : undefined,
  };
  const filters = [only(red), only(where('color', '!=', 'red')), only(where('color', 'LIKE', '%'))];
  for (const filter of filters) {
    const alone = makeFilterEvaluator(some, known, trims)(filter);
    expect(makeFilterEvaluator(some, known, { ...trims, otherwise: right })(filter)).toEqual(alone);
  }
  const changesNothing = { ...right, instead: () => () => undefined, otherwise: right };
  expect(makeFilterEvaluator(some, known, changesNothing)(only(red))).toBe(
    makeFilterEvaluator(some, known, right)(only(red)),
  );
});

it('keeps no truths of very many records', () => {
  const filter = only(where('n', '>', 5));
  for (const [count, kept] of [[20_000, true] as const, [20_001, false] as const]) {
    const many = Array.from({ length: count }, (_, n) => ({ n: n % 10 }));
    const truths = makeFilterEvaluator(
      many,
      new Map(learnColumns(many).map((one) => [one.name, one])),
      sqlComparison,
    );
    const first = truths(filter);
    expect(truths(filter) === first).toBe(kept);
    expect(truths(filter).subarray(4, 7)).toEqual(first.subarray(4, 7));
  }
});

it('evaluates a filter again for other comparison rules or columns', () => {
  const filter = only(where('color', '!=', 'red'));
  const places = (comparisonRules = sqlComparison, known = columns) =>
    membershipsOf(filter, records, known, comparisonRules)[3];
  expect(places()).toBe('out');
  expect(places({ ...sqlComparison, nulls: () => 'in' })).toBe('in');
  expect(places(sqlComparison, new Map())).toBe('open');
  expect(places()).toBe('out');
});
