import type { Answer } from '../../../src/http/answer.js';
import {
  type Criterion,
  type Filter,
  isNegation,
  type Operator,
  only,
  type Scalar,
  where,
} from '../../../src/protocol/export/filter.js';
import type { Survey } from '../model/data.js';
import type { ComparisonRules } from '../model/oracle/criterion.js';

/** A relation between the totals of several filters. It must hold for any data. */
export interface MetamorphicRelation {
  readonly name: string;
  /**
   * The sum of the totals of `these` minus the sum of the totals of `those` is `sum`, or at most
   * `most`, or at least `least`. The default is a `sum` of 0.
   */
  readonly these: readonly Filter[];
  readonly those: readonly Filter[];
  readonly sum?: number;
  readonly most?: number;
  readonly least?: number;
  /** Further responses that show a violation. By default there are none. */
  readonly shown?: readonly Answer[];
  /**
   * If this filter does not have this total, the server reads the filter in another way, and the
   * relation is skipped.
   */
  readonly understood?: { readonly filter: Filter; readonly total: number };
}

/** The totals of both sides have the same sum, unless `more` states another relation. */
export const relationOfTotals = (
  name: string,
  these: readonly Filter[],
  those: readonly Filter[] = [],
  more: Partial<MetamorphicRelation> = {},
): MetamorphicRelation => ({ name, these, those, ...more });

/** `IN` has the same total as `=` with each value, combined by OR. */
export const listIsOr = (name: string, values: readonly Scalar[]): MetamorphicRelation =>
  relationOfTotals(
    `IN is OR on ${name}`,
    [either(...values.map((value) => where(name, '=', value)))],
    [only(where(name, 'IN', values.toReversed()))],
  );

/** `BETWEEN` has the same total as `>=` AND `<=`. */
export const betweenIsBoth = (name: string, low: Scalar, high: Scalar): MetamorphicRelation =>
  relationOfTotals(
    `BETWEEN is >= and <= on ${name}`,
    [only(where(name, 'BETWEEN', [low, high]))],
    [only(where(name, '>=', low), where(name, '<=', high))],
  );

export const either = (...criteria: readonly Criterion[]): Filter => ({
  groups: [{ mode: 'OR', criteria }],
});
export const groups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

export interface Facts {
  readonly survey: Survey;
  readonly comparisonRules: ComparisonRules;
  /** Whether the server under test accepts a known encoding of null. */
  readonly nullable: boolean;
}

/**
 * The totals of a criterion, of its negation and of the nulls add up to all records. If the number
 * of nulls is unknown, the criterion must match no more than all records.
 */
export function partition(
  { column, operator, value }: Criterion,
  negation: Operator,
  { survey, comparisonRules, nullable }: Facts,
): MetamorphicRelation {
  const nulls = survey.columns.get(column)?.nulls ?? 0;
  const negated = isNegation(negation) ? comparisonRules.nulls(negation) : 'out';
  const name = `${operator} and ${negation} on ${column}${negated === 'out' ? ' with its nulls' : ''} add up to all ${survey.total}`;
  const these = [only(where(column, operator, value)), only(where(column, negation, value))];
  if (negated === 'in' || (survey.complete && nulls === 0))
    return relationOfTotals(name, these, [], { sum: survey.total });
  if (survey.complete && negated === 'out')
    return relationOfTotals(name, these, [], { sum: survey.total - nulls });
  return nullable && negated === 'out'
    ? relationOfTotals(name, [...these, only(where(column, 'IS', null))], [], { sum: survey.total })
    : relationOfTotals(`${name} at most`, these.slice(0, 1), [{ groups: [] }], { most: 0 });
}
