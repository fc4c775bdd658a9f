import { expect, it } from 'vitest';
import {
  type Criterion,
  type Filter,
  type Mode,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import type { Known, Survey } from './data.js';
import { matching, surveyFor, within, withoutRange } from './key-range.js';
import { learnColumns } from './oracle/column.js';
import { unlearnedComparison } from './oracle/criterion.js';

const records = Array.from({ length: 10 }, (_, at) => ({
  id: 20 + at,
  color: at % 2 === 0 ? 'red' : 'blue',
}));
const columns = new Map(learnColumns(records).map((column) => [column.name, column]));
const whole: Survey = {
  records,
  complete: false,
  whyIncomplete: 'there are more',
  total: 5000,
  pageSize: 10,
  pages: [],
  columns,
  key: columns.get('id'),
  untested: new Map(),
  changing: new Set(),
};
const survey: Survey = {
  ...whole,
  complete: true,
  total: records.length,
  keyRange: [where('id', '>=', 20), where('id', '<=', 29)],
};
const wireEncoding = { arrayEncoding: 'indexed', nullSpelling: 'NULL' } as const;
const known: Known = {
  totals: {},
  survey,
  whole,
  comparisonRules: unlearnedComparison,
  wireEncoding,
  nullSpelling: 'NULL',
  orderBy: ({ name }) => name,
};

const red = where('color', '=', 'red');
const blue = where('color', '=', 'blue');
const group = (mode: Mode | undefined, ...criteria: readonly Criterion[]) => ({ mode, criteria });

it.each<readonly [string, Filter | undefined]>([
  ['all', undefined],
  ['a mode alone', { mode: 'OR', groups: [] }],
  ['a group', only(red)],
  ['a OR b', { groups: [group('OR', red, blue)] }],
  ['groups joined by AND', { groups: [group('OR', red, blue), group(undefined, red)] }],
  ['groups joined by OR', { mode: 'OR', groups: [group(undefined, red), group('AND', blue, red)] }],
])('restricts %s to the key range, and removes the restriction again', (_, filter) => {
  const question = { orderBy: 'id', ...(filter === undefined ? {} : { filter }) };
  const asked = within(known, question);
  expect(surveyFor(question, known)).toBe(whole);
  expect(surveyFor(asked, known)).toBe(survey);
  expect(within(known, asked)).toBe(asked);
  const rest = withoutRange(asked, known).filter;
  expect(rest?.groups ?? []).toEqual(
    filter?.groups.map(({ mode, criteria }) => ({ mode, criteria })) ?? [],
  );
});

it.each<readonly [string, Parameters<typeof within>[1]]>([
  [
    'a OR b, OR c OR d',
    { filter: { mode: 'OR', groups: [group('OR', red, blue), group('OR', blue, red)] } },
  ],
  ['a path', { route: { column: 'color', value: 'red' } }],
])('has no place for the range in %s', (_, question) => {
  expect(within(known, question)).toBe(question);
  expect(surveyFor(question, known)).toBe(whole);
});

it.each<readonly [string, Parameters<typeof within>[1], Survey]>([
  [
    'keys of the range',
    { filter: { groups: [group('OR', where('id', '=', 21), where('id', 'IN', [22, 29]))] } },
    survey,
  ],
  [
    'keys between',
    { filter: { mode: 'OR', groups: [group('AND', red, where('id', 'BETWEEN', [20, 25]))] } },
    survey,
  ],
  ['a path of keys', { route: { column: 'id', value: '21,22' } }, survey],
  ['a key beyond', { filter: only(where('id', 'IN', [22, 30])) }, whole],
  ['a path of a key beyond', { route: { column: 'id', value: '30' } }, whole],
  ['one bound', { filter: only(where('id', '>=', 20)) }, whole],
  ['a key or any red one', { filter: { groups: [group('OR', where('id', '=', 21), red)] } }, whole],
])('finds out whether %s stay inside the range', (_, question, part) => {
  expect(surveyFor(question, known)).toBe(part);
});

it('leaves questions as they are if all data is known', () => {
  const all = { ...known, survey: whole };
  const question = { filter: only(red), groupBy: 'color' };
  expect(within(all, question)).toBe(question);
  expect(withoutRange(question, all)).toBe(question);
});

it.each<readonly [string, number, number]>([
  ['22', 1, 0],
  ['22,23', 2, 0],
  // The document does not say how a column of numbers reads a text.
  ['22abc', 0, 10],
  ['Infinity', 0, 0],
])('determines the matches of a path of %s in a column of numbers', (value, required, optional) => {
  const route = { column: 'id', value };
  const found = matching({ route }, { ...known, whole: survey });
  expect([found.required.length, found.optional.length]).toEqual([required, optional]);
});
