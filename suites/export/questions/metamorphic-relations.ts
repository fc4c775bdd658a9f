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

/** A relation between the totals of several filters that must be satisfied for any data. */
export interface MetamorphicRelation {
  readonly name: string;
  /**
   * The totals of `these` less the totals of `those` are `sum`, or at most `most`, or at least
   * `least`. Default: a sum of 0.
   */
  readonly these: readonly Filter[];
  readonly those: readonly Filter[];
  readonly sum?: number;
  readonly most?: number;
  readonly least?: number;
  /** Further responses that belong to the evidence if the relation is violated. Default: none. */
  readonly shown?: readonly Answer[];
  /**
   * The relation is skipped if this filter does not have this total, because then the target reads
   * the filter in another way.
   */
  readonly understood?: { readonly filter: Filter; readonly total: number };
}

/** Makes a relation between the totals of `these` and `those` filters. */
export const relationOfTotals = (
  name: string,
  these: readonly Filter[],
  those: readonly Filter[] = [],
  more: Partial<MetamorphicRelation> = {},
): MetamorphicRelation => ({ name, these, those, ...more });

/** `IN` has the same total as `=` with each of the values, combined by OR. */
export const listIsOr = (name: string, values: readonly Scalar[]): MetamorphicRelation =>
  relationOfTotals(
    `IN is OR on ${name}`,
    [either(...values.map((value) => where(name, '=', value)))],
    [only(where(name, 'IN', values.toReversed()))],
  );

/** `BETWEEN` has the same total as `>=` with the lower bound AND `<=` with the upper bound. */
export const betweenIsBoth = (name: string, low: Scalar, high: Scalar): MetamorphicRelation =>
  relationOfTotals(
    `BETWEEN is >= and <= on ${name}`,
    [only(where(name, 'BETWEEN', [low, high]))],
    [only(where(name, '>=', low), where(name, '<=', high))],
  );

/** A filter of one group whose criteria are combined by OR. */
export const either = (...criteria: readonly Criterion[]): Filter => ({
  groups: [{ mode: 'OR', criteria }],
});
/** A filter with a group for each criterion. */
export const groups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

/** The facts from which relations are made. */
export interface Facts {
  readonly survey: Survey;
  readonly comparisonRules: ComparisonRules;
  /** Whether the target accepts a known encoding of null. */
  readonly nullable: boolean;
}

/**
 * The totals of a criterion, of its negation and of the nulls add up to all records. If the number
 * of nulls is unknown, the relation only requires that the criterion does not match more than all
 * records.
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
