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
import { type ProductPage, totalOf } from '../ask.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import type { Survey } from '../survey/data.js';

/** A relation between the totals of filters that holds whatever the data is. */
export interface MetamorphicRelation {
  readonly name: string;
  /** The totals of these, less the totals of those, come to `sum`, or to so many at most. Default: to nothing. */
  readonly these: readonly Filter[];
  readonly those: readonly Filter[];
  readonly sum?: number;
  readonly most?: number;
  /** Nothing is said where this filter does not count so many: then it is not understood as it should be. */
  readonly understood?: { readonly filter: Filter; readonly total: number };
}

/** Counts the matches of a filter at one record a page; undefined where the target refuses the filter, which is judged elsewhere. */
export type Count = (filter: Filter) => Promise<ProductPage | undefined>;

/** Throws where a relation does not hold. */
export async function judgeRelation(relation: MetamorphicRelation, count: Count): Promise<void> {
  const { name, these, those, most, sum = 0, understood } = relation;
  const known = understood && (await count(understood.filter));
  if (understood !== undefined && (known === undefined || totalOf(known) !== understood.total)) return;
  const pages: ProductPage[] = [];
  for (const filter of [...these, ...those]) {
    const page = await count(filter);
    if (page === undefined) return;
    pages.push(page);
  }
  const totals = pages.map(totalOf);
  const found = totals.reduce((all, total, at) => (at < these.length ? all + total : all - total), 0);
  if (most === undefined ? found === sum : found <= most) return;
  const bound = pages.length > 1 ? '' : most === undefined ? `: ${sum}` : `: ${most} at most`;
  const shown = [...these, ...those].map((filter, at) => `${totals[at]} for ${describeFilter(filter)}`).join(', ');
  deviates(`${name}${bound}`, shown, ...pages.map(({ answer }) => answer));
}

export const adds = (
  name: string,
  these: readonly Filter[],
  those: readonly Filter[] = [],
  more: Partial<MetamorphicRelation> = {},
): MetamorphicRelation => ({ name, these, those, ...more });

export const anyOf = (...criteria: readonly Criterion[]): Filter => ({ groups: [{ mode: 'OR', criteria }] });
export const groups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

export interface Facts {
  readonly survey: Survey;
  readonly comparisonRules: ComparisonRules;
  /** Whether null can be written. */
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
  const these = [only(where(column, operator, value)), only(where(column, negation, value))];
  if (negated === 'in' || (survey.complete && nulls === 0)) return adds(name, these, [], { sum: survey.total });
  if (survey.complete && negated === 'out') return adds(name, these, [], { sum: survey.total - nulls });
  return nullable && negated === 'out'
    ? adds(name, [...these, only(where(column, 'IS', null))], [], { sum: survey.total })
    : adds(`${name} at most`, these.slice(0, 1), [{ groups: [] }], { most: 0 });
}
