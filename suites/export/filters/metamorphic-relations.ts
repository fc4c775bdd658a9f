import fc from 'fast-check';
import { deviates } from '../../../src/harness/index.js';
import { sortedNumbers, textsOf } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { type Criterion, describeFilter, type Filter, type Operator, only, where } from '../request/filter.js';
import type { ProductPage } from '../request/product-page.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/survey.js';

/** Counts the matches of filters at one record a page. */
export type Count = (filter: Filter) => Promise<{ readonly total: number; readonly page: ProductPage }>;

/** A relation between the totals of filters that holds whatever the data is; throws where it does not. */
export interface MetamorphicRelation {
  readonly name: string;
  readonly judge: (count: Count) => Promise<void>;
}

interface Term {
  readonly filter: Filter;
  readonly sign: 1 | -1;
}
const plus = (...criteria: readonly Criterion[]): Term => ({ filter: only(...criteria), sign: 1 });
const minus = (...criteria: readonly Criterion[]): Term => ({ filter: only(...criteria), sign: -1 });
const anyOf = (...criteria: readonly Criterion[]): Filter => ({ groups: [{ mode: 'OR', criteria }] });
const groups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

/** The totals of the terms, with their signs, add up to `sum`. */
const adds = (name: string, sum: number, ...terms: readonly Term[]): MetamorphicRelation => ({
  name,
  async judge(count) {
    const counted = [];
    for (const { filter, sign } of terms) counted.push({ filter, sign, ...(await count(filter)) });
    const found = counted.reduce((all, { sign, total }) => all + sign * total, 0);
    if (found === sum) return;
    const shown = counted.map(({ filter, total }) => `${total} for ${describeFilter(filter)}`).join(', ');
    deviates(`${name}`, shown, ...counted.map(({ page }) => page.answer));
  },
});

const atMost = (name: string, lesser: Filter, greater: Filter): MetamorphicRelation => ({
  name,
  async judge(count) {
    const [a, b] = [await count(lesser), await count(greater)];
    if (a.total > b.total)
      deviates(
        name,
        `${a.total} for ${describeFilter(lesser)}, ${b.total} for ${describeFilter(greater)}`,
        a.page.answer,
        b.page.answer,
      );
  },
});

export interface Facts {
  readonly survey: Survey;
  readonly semantics: Semantics;
  /** How null is written, where it can be. */
  readonly nullable: boolean;
}

/** `p` and its negation are disjoint and, with the nulls, the whole. */
function partition(
  column: string,
  operator: Operator,
  negation: Operator,
  value: Criterion['value'],
  { survey, semantics, nullable }: Facts,
): MetamorphicRelation {
  const nulls = survey.columns.get(column)?.nulls ?? 0;
  const name = `${operator} and ${negation} on ${column}${semantics.nulls === 'out' ? ' with its nulls' : ''} add up to all ${survey.total}`;
  const terms = [plus(where(column, operator, value)), plus(where(column, negation, value))];
  if (semantics.nulls === 'in' || (survey.complete && nulls === 0)) return adds(name, survey.total, ...terms);
  if (survey.complete) return adds(name, survey.total - nulls, ...terms);
  return nullable
    ? adds(name, survey.total, ...terms, plus(where(column, 'IS', null)))
    : atMost(`${name} at most`, only(where(column, operator, value)), { groups: [] });
}

/** Relations that are tried before random ones: each shows a fault that chance would seldom meet. */
export function notableRelations({ survey, nullable }: Facts): readonly MetamorphicRelation[] {
  const [number] = columnsOf(survey, 'number');
  const [text] = columnsOf(survey, 'text');
  const found: MetamorphicRelation[] = [];
  if (number !== undefined) {
    const sorted = sortedNumbers(number);
    const [low = 0, high = 0] = [sorted[Math.floor(sorted.length / 4)], sorted[Math.floor((3 * sorted.length) / 4)]];
    const { name } = number;
    const nulls = nullable
      ? [...survey.columns.values()].find(
          (column) => column.nulls > 0 && column.name !== name && column.kind !== 'other',
        )
      : undefined;
    const isNull = nulls && where(nulls.name, 'IS', null);
    const half = where(name, '>=', low);
    if (isNull !== undefined)
      found.push(adds('the order of criteria does not matter', 0, plus(half, isNull), minus(isNull, half)));
    if (sorted.length > 2)
      found.push(
        adds(
          'groups on one column are as criteria of one group',
          0,
          { filter: groups('AND', half, where(name, '<', high)), sign: 1 },
          minus(half, where(name, '<', high)),
        ),
      );
  }
  const [a, b] = text === undefined ? [] : textsOf(text);
  if (text !== undefined && a !== undefined && b !== undefined) {
    const either: Term = { filter: anyOf(where(text.name, '=', a), where(text.name, '=', b)), sign: 1 };
    found.push(adds(`IN is OR on ${text.name}`, 0, either, minus(where(text.name, 'IN', [b, a]))));
  }
  const plain = text && textsOf(text).find((text) => /^[\w -]{1,80}$/.test(text) && text.trim() === text);
  if (text !== undefined && plain !== undefined) found.push(...aroundText(text.name, plain));
  return found;
}

/** What every collation agrees on: a text lies between itself and itself, and neither above nor below itself. */
function aroundText(name: string, text: string): readonly MetamorphicRelation[] {
  const is = (operator: Operator): Criterion => where(name, operator, text);
  return [
    adds(`BETWEEN is >= and <= on ${name}`, 0, plus(where(name, 'BETWEEN', [text, text])), minus(is('>='), is('<='))),
    adds(`> and <= never overlap, nor < and >=, on ${name}`, 0, {
      filter: { mode: 'OR', groups: [{ criteria: [is('>'), is('<=')] }, { criteria: [is('<'), is('>=')] }] },
      sign: 1,
    }),
  ];
}

/** Relations over values that the data holds. */
export function arbitraryRelation(facts: Facts): fc.Arbitrary<MetamorphicRelation> | undefined {
  const { survey, semantics } = facts;
  const partitionable = !semantics.emptyMayBeNull && (survey.complete || facts.nullable || semantics.nulls === 'in');
  const numbers = columnsOf(survey, 'number').flatMap((column) => {
    const { name } = column;
    const value = fc.constantFrom(...sortedNumbers(column).slice(0, 10_000));
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
            value.map((a) => partition(name, '>', '<=', a, { ...facts, semantics: { ...semantics, nulls: 'out' } })),
            value.map((a) => partition(name, '<', '>=', a, { ...facts, semantics: { ...semantics, nulls: 'out' } })),
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
    const value = fc.constantFrom(...plain);
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
    return [fc.tuple(operator, fc.constantFrom(...values)).map(([asked, value]) => where(column.name, asked, value))];
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
