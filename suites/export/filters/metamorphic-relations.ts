import { deviates } from '../../../src/harness/suite.js';
import {
  type Criterion,
  describeFilter,
  type Filter,
  isNegation,
  type Operator,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import type { ProductPage } from '../product-page.js';
import type { Survey } from '../survey/data.js';

interface Counted {
  readonly total: number;
  readonly page: ProductPage;
}

/** Counts the matches of a filter at one record a page; undefined where the target refuses the filter, which is judged elsewhere. */
export type Count = (filter: Filter) => Promise<Counted | undefined>;

/** A relation between the totals of filters that holds whatever the data is; throws where it does not. */
export interface MetamorphicRelation {
  readonly name: string;
  readonly judge: (count: Count) => Promise<void>;
}

export interface Term {
  readonly filter: Filter;
  readonly sign: 1 | -1;
}
export const plus = (...criteria: readonly Criterion[]): Term => ({ filter: only(...criteria), sign: 1 });
export const minus = (...criteria: readonly Criterion[]): Term => ({ filter: only(...criteria), sign: -1 });
export const anyOf = (...criteria: readonly Criterion[]): Filter => ({ groups: [{ mode: 'OR', criteria }] });
export const groups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

/** The totals of the terms, with their signs, add up to `sum`. */
export const adds = (name: string, sum: number, ...terms: readonly Term[]): MetamorphicRelation => ({
  name,
  async judge(count) {
    const counted = [];
    for (const { filter, sign } of terms) {
      const found = await count(filter);
      if (found === undefined) return;
      counted.push({ filter, sign, ...found });
    }
    const found = counted.reduce((all, { sign, total }) => all + sign * total, 0);
    if (found === sum) return;
    const shown = counted.map(({ filter, total }) => `${total} for ${describeFilter(filter)}`).join(', ');
    deviates(`${name}`, shown, ...counted.map(({ page }) => page.answer));
  },
});

export const atMost = (name: string, lesser: Filter, greater: Filter): MetamorphicRelation => ({
  name,
  async judge(count) {
    const [a, b] = [await count(lesser), await count(greater)];
    if (a !== undefined && b !== undefined && a.total > b.total)
      deviates(
        name,
        `${a.total} for ${describeFilter(lesser)}, ${b.total} for ${describeFilter(greater)}`,
        a.page.answer,
        b.page.answer,
      );
  },
});

/** A filter counts so many at most. */
export const noMoreThan = (name: string, most: number, filter: Filter): MetamorphicRelation => ({
  name,
  async judge(count) {
    const found = await count(filter);
    if (found !== undefined && found.total > most)
      deviates(`${name}: ${most} at most`, `${found.total} for ${describeFilter(filter)}`, found.page.answer);
  },
});

/** A criterion counts so many, as far as another filter counts what it should: where it is not understood nothing is said. */
export const countsWhere = (
  name: string,
  understood: { readonly filter: Filter; readonly total: number },
  criterion: Criterion,
  total: number,
): MetamorphicRelation => ({
  name,
  async judge(count) {
    if ((await count(understood.filter))?.total !== understood.total) return;
    const asked = await count(only(criterion));
    if (asked !== undefined && asked.total !== total)
      deviates(`${name}: ${total}`, `${asked.total} for ${describeFilter(only(criterion))}`, asked.page.answer);
  },
});

export interface Facts {
  readonly survey: Survey;
  readonly comparisonRules: ComparisonRules;
  /** How null is written, where it can be. */
  readonly nullable: boolean;
}

/** `p` and its negation are disjoint and, with the nulls, the whole. */
export function partition(
  column: string,
  operator: Operator,
  negation: Operator,
  value: Criterion['value'],
  { survey, comparisonRules, nullable }: Facts,
): MetamorphicRelation {
  const nulls = survey.columns.get(column)?.nulls ?? 0;
  const negated = isNegation(negation) ? comparisonRules.nulls(negation) : 'out';
  const name = `${operator} and ${negation} on ${column}${negated === 'out' ? ' with its nulls' : ''} add up to all ${survey.total}`;
  const terms = [plus(where(column, operator, value)), plus(where(column, negation, value))];
  if (negated === 'in' || (survey.complete && nulls === 0)) return adds(name, survey.total, ...terms);
  if (survey.complete && negated === 'out') return adds(name, survey.total - nulls, ...terms);
  return nullable && negated === 'out'
    ? adds(name, survey.total, ...terms, plus(where(column, 'IS', null)))
    : atMost(`${name} at most`, only(where(column, operator, value)), { groups: [] });
}
