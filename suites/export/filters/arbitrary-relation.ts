import fc from 'fast-check';
import { type Criterion, type Filter, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import { arbitraryCriteria } from './arbitrary-filter.js';
import { adds, anyOf, type Facts, groups, type MetamorphicRelation, partition } from './metamorphic-relations.js';

/** Values of a column to choose from. */
const MANY = 10_000;

type Relations = readonly fc.Arbitrary<MetamorphicRelation>[];

/** Relations over values that the data holds. */
export function arbitraryRelation(facts: Facts): fc.Arbitrary<MetamorphicRelation> | undefined {
  const { survey } = facts;
  const about = [
    ...columnsOf(survey, 'number').flatMap((column) => numberRelations(column, facts)),
    ...columnsOf(survey, 'text').flatMap((column) => textRelations(column, facts)),
  ];
  const single = simpleCriteria(facts);
  const pairs = single.length < 2 ? [] : pairRelations(fc.oneof(...single), single);
  // Half of the relations are about the combination of criteria, whatever the number of columns.
  if (about.length === 0) return undefined;
  return pairs.length === 0 ? fc.oneof(...about) : fc.oneof(fc.oneof(...about), fc.oneof(...pairs));
}

function numberRelations(column: Column, facts: Facts): Relations {
  const { name } = column;
  const is = (operator: Operator, value: Criterion['value']): Filter => only(where(name, operator, value));
  const value = fc.constantFrom(...sortedNumbers(column).slice(0, MANY));
  const range = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const two = fc.tuple(value, value).filter(([a, b]) => a !== b);
  const within = (a: number, b: number): Filter => only(where(name, '>=', a), where(name, '<=', b));
  return [
    value.map((a) => adds(`${name} >= ${a} is > or = ${a}`, [is('>=', a)], [is('>', a), is('=', a)])),
    value.map((a) => adds(`${name} <= ${a} is < or = ${a}`, [is('<=', a)], [is('<', a), is('=', a)])),
    range.map(([a, b]) => adds(`BETWEEN is >= and <= on ${name}`, [is('BETWEEN', [a, b])], [within(a, b)])),
    two.map(([a, b]) => adds(`IN counts each value on ${name}`, [is('IN', [a, b])], [is('=', a), is('=', b)])),
    ...partitions(column, facts, [
      [value, '=', '!='],
      [value, '>', '<='],
      [value, '<', '>='],
      [range, 'BETWEEN', 'NOT BETWEEN'],
      [two, 'IN', 'NOT IN'],
    ]),
  ];
}

function textRelations(column: Column, facts: Facts): Relations {
  const { name } = column;
  const is = (operator: Operator, value: string): Filter => only(where(name, operator, value));
  const plain = textsOf(column).filter((text) => text.length <= 80 && !/[\\[\],]/.test(text));
  if (plain.length === 0) return [];
  const value = fc.constantFrom(...plain.slice(0, MANY));
  const pattern = value.map((text) => `${[...text].slice(0, Math.ceil([...text].length / 2)).join('')}%`);
  return [
    pattern.map((like) =>
      adds(`LIKE is within ILIKE on ${name}`, [is('LIKE', like)], [is('ILIKE', like)], { most: 0 }),
    ),
    ...partitions(column, facts, [
      [value, '=', '!='],
      [pattern, 'LIKE', 'NOT LIKE'],
      [pattern, 'ILIKE', 'NOT ILIKE'],
      [fc.tuple(value, value), 'IN', 'NOT IN'],
    ]),
  ];
}

/** Operators with what is their contrary on a column, where it is known how many records neither of them holds. */
function partitions(
  { name }: Column,
  facts: Facts,
  table: readonly (readonly [fc.Arbitrary<Criterion['value']>, Operator, contrary: Operator])[],
): Relations {
  const { survey, comparisonRules, nullable } = facts;
  if (comparisonRules.emptyMayBeNull || !(survey.complete || nullable)) return [];
  return table.map(([value, operator, contrary]) =>
    value.map((asked) => partition(name, operator, contrary, asked, facts)),
  );
}

/** Criteria that the operator checks have judged, one arbitrary a column; nulls where they can be written. */
function simpleCriteria({ survey, nullable }: Facts): readonly fc.Arbitrary<Criterion>[] {
  const columns = [...columnsOf(survey, 'number'), ...columnsOf(survey, 'text')];
  const valued = columns.flatMap((column) => {
    const isNumber = column.kind === 'number';
    const values = isNumber ? sortedNumbers(column) : textsOf(column).filter((text) => text.length <= 80);
    if (values.length === 0) return [];
    const value = fc.constantFrom(...values.slice(0, MANY));
    return [arbitraryCriteria(column, isNumber ? ['=', '>=', '<'] : ['=', '!='], value)];
  });
  const nulls = nullable ? columns.filter((column) => column.nulls > 0).slice(0, 2) : [];
  return [...valued, ...nulls.map(({ name }) => fc.constantFrom(where(name, 'IS', null), where(name, 'IS NOT', null)))];
}

/** What AND, OR and the order of criteria and groups have to do with each other; a pair may be about one column. */
function pairRelations(any: fc.Arbitrary<Criterion>, single: readonly fc.Arbitrary<Criterion>[]): Relations {
  const pair = fc.oneof(fc.tuple(any, any), fc.oneof(...single.map((criterion) => fc.tuple(criterion, criterion))));
  const all = 'the totals of a and b are those of a AND b and a OR b';
  const groupsOfOne = 'groups of one criterion are equivalent to criteria of one group';
  return [
    pair.map(([a, b]) => adds(`${all}, in a group`, [only(a), only(b)], [only(a, b), anyOf(a, b)])),
    pair.map(([a, b]) => adds(`${all}, across groups`, [only(a), only(b)], [groups('AND', a, b), groups('OR', a, b)])),
    pair.map(([a, b]) => adds('the order of criteria has no effect', [only(a, b)], [only(b, a)])),
    pair.map(([a, b]) => adds('the order of groups has no effect', [groups('OR', a, b)], [groups('OR', b, a)])),
    pair.map(([a, b]) => adds(groupsOfOne, [groups('AND', a, b)], [only(a, b)])),
  ];
}
