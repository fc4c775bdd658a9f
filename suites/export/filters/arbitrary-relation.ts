import fc from 'fast-check';
import { type Criterion, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { sortedNumbers, textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import {
  adds,
  anyOf,
  atMost,
  type Facts,
  groups,
  type MetamorphicRelation,
  minus,
  partition,
  plus,
  type Term,
} from './metamorphic-relations.js';

/** Values of a column to choose from. */
const MANY = 10_000;

/** Relations over values that the data holds. */
export function arbitraryRelation(facts: Facts): fc.Arbitrary<MetamorphicRelation> | undefined {
  const { survey, comparisonRules } = facts;
  const partitionable = !comparisonRules.emptyMayBeNull && (survey.complete || facts.nullable);
  const numbers = columnsOf(survey, 'number').flatMap((column) => {
    const { name } = column;
    const value = fc.constantFrom(...sortedNumbers(column).slice(0, MANY));
    const range = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
    const two = fc.tuple(value, value).filter(([a, b]) => a !== b);
    return [
      value.map((a) =>
        adds(
          `${name} >= ${a} is > or = ${a}`,
          0,
          plus(where(name, '>=', a)),
          minus(where(name, '>', a)),
          minus(where(name, '=', a)),
        ),
      ),
      value.map((a) =>
        adds(
          `${name} <= ${a} is < or = ${a}`,
          0,
          plus(where(name, '<=', a)),
          minus(where(name, '<', a)),
          minus(where(name, '=', a)),
        ),
      ),
      range.map(([a = 0, b = 0]) =>
        adds(
          `BETWEEN is >= and <= on ${name}`,
          0,
          plus(where(name, 'BETWEEN', [a, b])),
          minus(where(name, '>=', a), where(name, '<=', b)),
        ),
      ),
      two.map(([a, b]) =>
        adds(
          `IN counts each value on ${name}`,
          0,
          plus(where(name, 'IN', [a, b])),
          minus(where(name, '=', a)),
          minus(where(name, '=', b)),
        ),
      ),
      ...(partitionable
        ? [
            value.map((a) => partition(name, '=', '!=', a, facts)),
            value.map((a) => partition(name, '>', '<=', a, facts)),
            value.map((a) => partition(name, '<', '>=', a, facts)),
            range.map((pair) => partition(name, 'BETWEEN', 'NOT BETWEEN', pair, facts)),
            two.map((pair) => partition(name, 'IN', 'NOT IN', pair, facts)),
          ]
        : []),
    ];
  });
  const texts = columnsOf(survey, 'text').flatMap((column) => {
    const { name } = column;
    const plain = textsOf(column).filter((text) => text.length <= 80 && !/[\\[\],]/.test(text));
    if (plain.length === 0) return [];
    const value = fc.constantFrom(...plain.slice(0, MANY));
    const pattern = value.map((text) => `${[...text].slice(0, Math.ceil([...text].length / 2)).join('')}%`);
    return [
      pattern.map((like) =>
        atMost(`LIKE is within ILIKE on ${name}`, only(where(name, 'LIKE', like)), only(where(name, 'ILIKE', like))),
      ),
      ...(partitionable
        ? [
            value.map((a) => partition(name, '=', '!=', a, facts)),
            pattern.map((like) => partition(name, 'LIKE', 'NOT LIKE', like, facts)),
            pattern.map((like) => partition(name, 'ILIKE', 'NOT ILIKE', like, facts)),
            fc.tuple(value, value).map((pair) => partition(name, 'IN', 'NOT IN', pair, facts)),
          ]
        : []),
    ];
  });
  const single = simpleCriteria(facts);
  const pairs = single.length < 2 ? [] : pairRelations(fc.oneof(...single), single);
  // Half of the relations are about the combination of criteria, whatever the number of columns.
  const about = [...numbers, ...texts];
  if (about.length === 0) return undefined;
  return pairs.length === 0 ? fc.oneof(...about) : fc.oneof(fc.oneof(...about), fc.oneof(...pairs));
}

/** Criteria that the operator checks have judged, one arbitrary a column; nulls where they can be written. */
function simpleCriteria({ survey, nullable }: Facts): readonly fc.Arbitrary<Criterion>[] {
  const columns = [...columnsOf(survey, 'number'), ...columnsOf(survey, 'text')];
  const valued = columns.flatMap((column) => {
    const values =
      column.kind === 'number' ? sortedNumbers(column) : textsOf(column).filter((text) => text.length <= 80);
    const operator = fc.constantFrom<Operator>(
      ...(column.kind === 'number' ? (['=', '>=', '<'] as const) : (['=', '!='] as const)),
    );
    if (values.length === 0) return [];
    return [
      fc
        .tuple(operator, fc.constantFrom(...values.slice(0, MANY)))
        .map(([asked, value]) => where(column.name, asked, value)),
    ];
  });
  const nulls = nullable ? columns.filter((column) => column.nulls > 0).slice(0, 2) : [];
  return [...valued, ...nulls.map(({ name }) => fc.constantFrom(where(name, 'IS', null), where(name, 'IS NOT', null)))];
}

/** What AND, OR and the order of criteria and groups have to do with each other; a pair may be about one column. */
function pairRelations(
  any: fc.Arbitrary<Criterion>,
  single: readonly fc.Arbitrary<Criterion>[],
): readonly fc.Arbitrary<MetamorphicRelation>[] {
  const pair = fc.oneof(fc.tuple(any, any), fc.oneof(...single.map((criterion) => fc.tuple(criterion, criterion))));
  const across = (mode: 'AND' | 'OR', sign: 1 | -1, ...criteria: readonly Criterion[]): Term => ({
    filter: groups(mode, ...criteria),
    sign,
  });
  return [
    pair.map(([a, b]) =>
      adds('the totals of a and b are those of a AND b and a OR b, in a group', 0, plus(a), plus(b), minus(a, b), {
        filter: anyOf(a, b),
        sign: -1,
      }),
    ),
    pair.map(([a, b]) =>
      adds(
        'the totals of a and b are those of a AND b and a OR b, across groups',
        0,
        plus(a),
        plus(b),
        across('AND', -1, a, b),
        across('OR', -1, a, b),
      ),
    ),
    pair.map(([a, b]) => adds('the order of criteria does not matter', 0, plus(a, b), minus(b, a))),
    pair.map(([a, b]) => adds('the order of groups does not matter', 0, across('OR', 1, a, b), across('OR', -1, b, a))),
    pair.map(([a, b]) =>
      adds('groups of one criterion are as criteria of one group', 0, across('AND', 1, a, b), minus(a, b)),
    ),
  ];
}
