import fc from 'fast-check';
import { type Context, deviates, property, skip } from '../../src/harness/index.js';
import { check } from './check.js';
import { nullSpellingOf, semanticsOf, spellingOf } from './dialect.js';
import { columnsOf } from './examples.js';
import { type Criterion, describeFilter, type Filter, type Operator, only, where } from './filter.js';
import { type ProductPage, totalOf } from './list.js';
import { sortedNumbers, textsOf } from './oracle/column.js';
import type { Semantics } from './oracle/criterion.js';
import { select } from './selection.js';
import { type Survey, surveyOf } from './survey.js';

/** Counts the matches of filters at one record a page. */
type Count = (filter: Filter) => Promise<{ readonly total: number; readonly page: ProductPage }>;

/** A relation between the totals of filters that holds whatever the data is; throws where it does not. */
interface Relation {
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
  groups: criteria.map((one) => ({ criteria: [one] })),
});

/** The totals of the terms, with their signs, add up to `sum`. */
const adds = (name: string, sum: number, ...terms: readonly Term[]): Relation => ({
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

const atMost = (name: string, lesser: Filter, greater: Filter): Relation => ({
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

interface Facts {
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
): Relation {
  const nulls = survey.columns.get(column)?.nulls ?? 0;
  const name = `${operator} and ${negation} on ${column}${semantics.nulls === 'out' ? ' with its nulls' : ''} add up to all ${survey.total}`;
  const terms = [plus(where(column, operator, value)), plus(where(column, negation, value))];
  if (semantics.nulls === 'in' || (survey.complete && nulls === 0)) return adds(name, survey.total, ...terms);
  if (survey.complete) return adds(name, survey.total - nulls, ...terms);
  return nullable
    ? adds(name, survey.total, ...terms, plus(where(column, 'IS', null)))
    : atMost(`${name} at most`, only(where(column, operator, value)), { groups: [] });
}

/** Relations over values that the data holds. */
function arbitraryRelation(facts: Facts): fc.Arbitrary<Relation> | undefined {
  const { survey, semantics } = facts;
  const partitionable = !semantics.emptyMayBeNull && (survey.complete || facts.nullable || semantics.nulls === 'in');
  const numbers = columnsOf(survey, 'number').flatMap((column) => {
    const { name } = column;
    const value = fc.constantFrom(...sortedNumbers(column));
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
  const simple = [...columnsOf(survey, 'number'), ...columnsOf(survey, 'text')].flatMap((column) => {
    const values =
      column.kind === 'number' ? sortedNumbers(column) : textsOf(column).filter((text) => text.length <= 80);
    const operator = fc.constantFrom<Operator>(
      ...(column.kind === 'number' ? (['=', '>=', '<'] as const) : (['=', '!='] as const)),
    );
    return values.length === 0
      ? []
      : [fc.tuple(operator, fc.constantFrom(...values)).map(([one, value]) => where(column.name, one, value))];
  });
  const pairs =
    simple.length < 2
      ? []
      : [fc.tuple(fc.oneof(...simple), fc.oneof(...simple))].flatMap((pair) => [
          pair.map(([a, b]) =>
            adds(
              'the totals of a and b are those of a AND b and a OR b, in a group',
              0,
              plus(a),
              plus(b),
              minus(a, b),
              { filter: anyOf(a, b), sign: -1 },
            ),
          ),
          pair.map(([a, b]) =>
            adds(
              'the totals of a and b are those of a AND b and a OR b, across groups',
              0,
              plus(a),
              plus(b),
              { filter: groups('AND', a, b), sign: -1 },
              { filter: groups('OR', a, b), sign: -1 },
            ),
          ),
          pair.map(([a, b]) => adds('the order of criteria does not matter', 0, plus(a, b), minus(b, a))),
          pair.map(([a, b]) =>
            adds(
              'the order of groups does not matter',
              0,
              { filter: groups('OR', a, b), sign: 1 },
              { filter: groups('OR', b, a), sign: -1 },
            ),
          ),
        ]);
  const all = [...numbers, ...texts, ...pairs];
  return all.length === 0 ? undefined : fc.oneof(...all);
}

/** Requests that a relation costs on average. */
const COST = 2.4;

export const algebra = [
  check({
    id: 'export.filter.algebra',
    clauses: ['EXP-FILT-16'],
    title: 'totals of related filters add up, whatever the data is',
    requests: { least: 3, most: 48 },
    async run(context: Context) {
      const survey = await surveyOf(context);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const nullable = (await nullSpellingOf(context)) !== undefined;
      const relations = arbitraryRelation({ survey, semantics, nullable });
      if (relations === undefined) return skip('data', 'needs a column with two different values');
      const count: Count = async (filter) => {
        const page = await select(context, survey, { filter, limit: 1, spelling });
        return { total: totalOf(page), page };
      };
      const names = new Set<string>();
      const tried = await property(
        context,
        relations,
        async (relation) => {
          names.add(relation.name.split(' on ')[0] ?? '');
          await relation.judge(count);
        },
        { cost: COST },
      );
      return `${tried} relations hold, such as: ${[...names].slice(0, 3).join('; ')}`;
    },
  }),
];
