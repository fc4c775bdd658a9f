import type { Answer } from '../../../src/http/answer.js';
import { listInWords } from '../../../src/in-words.js';
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

/**
 * A relation between the totals of several filters. It must hold for any data. It compares the
 * difference `total(these) - total(those)` with a number. `total` adds up the totals of its
 * filters.
 */
export interface MetamorphicRelation {
  readonly name: string;
  readonly these: readonly Filter[];
  readonly those: readonly Filter[];
  /** The exact difference. It is 0 if there is no `difference`, `most` or `least`. */
  readonly difference?: number;
  /** The highest allowed difference. */
  readonly most?: number;
  /** The lowest allowed difference. */
  readonly least?: number;
  /** Further responses that show a violation. By default there are none. */
  readonly shown?: readonly Answer[];
  /**
   * If this filter does not have this total, the server understands the filter in another way. The
   * relation is then skipped.
   */
  readonly understood?: { readonly filter: Filter; readonly total: number };
}

/**
 * Makes a relation. The totals of `these` and of `those` must have the same sum, unless `more`
 * states another condition.
 */
export const relationOfTotals = (
  name: string,
  these: readonly Filter[],
  those: readonly Filter[] = [],
  more: Partial<MetamorphicRelation> = {},
): MetamorphicRelation => ({ name, these, those, ...more });

/** `IN` has the same total as `=` with each value, combined by OR. */
export const listIsOr = (name: string, values: readonly Scalar[]): MetamorphicRelation =>
  relationOfTotals(
    `IN on ${name} has the same total as = with each value, combined by OR`,
    [either(...values.map((value) => where(name, '=', value)))],
    [only(where(name, 'IN', values.toReversed()))],
  );

/** `BETWEEN` has the same total as `>=` AND `<=`. */
export const betweenIsBoth = (name: string, low: Scalar, high: Scalar): MetamorphicRelation =>
  relationOfTotals(
    `BETWEEN on ${name} has the same total as >= AND <=`,
    [only(where(name, 'BETWEEN', [low, high]))],
    [only(where(name, '>=', low), where(name, '<=', high))],
  );

/** Selects every record. */
const ALL: Filter = { groups: [] };

/** A filter with one group, whose criteria are combined by OR. */
export const either = (...criteria: readonly Criterion[]): Filter => ({
  groups: [{ mode: 'OR', criteria }],
});

/** A filter with a group for each criterion. The groups are combined by `mode`. */
export const inOwnGroups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

/** What the relations are made from. */
export interface Facts {
  readonly survey: Survey;
  readonly comparisonRules: ComparisonRules;
  /** Whether the server under test accepts a known encoding of null. */
  readonly canFilterNull: boolean;
}

/**
 * The totals of a criterion, of its negation and of the nulls add up to all records. Nulls are not
 * added if the negation matches them, too. The number of nulls is known from the data or requested
 * with `IS`. If neither is possible, or if it is unknown whether the negation matches nulls, only
 * this is required: the criterion matches at most as many records as there are.
 */
export function partition(
  { column, operator, value }: Criterion,
  negation: Operator,
  { survey, comparisonRules, canFilterNull }: Facts,
): MetamorphicRelation {
  const nulls = survey.columns.get(column)?.nulls ?? 0;
  const nullsInNegation = isNegation(negation) ? comparisonRules.nulls(negation) : 'out';
  const parts = [operator, negation, ...(nullsInNegation === 'out' ? ['the nulls'] : [])];
  const isChanging = survey.changes !== undefined;
  const all = isChanging ? 'records' : survey.total;
  const name = `the totals of ${listInWords(parts)} on ${column} add up to all ${all}`;
  // While records come and go, the number of all records is requested with the other totals.
  const whole = isChanging ? [ALL] : [];
  const total = isChanging ? 0 : survey.total;
  const these = [only(where(column, operator, value)), only(where(column, negation, value))];
  if (nullsInNegation === 'in' || (survey.complete && nulls === 0))
    return relationOfTotals(name, these, whole, { difference: total });
  if (survey.complete && nullsInNegation === 'out')
    return relationOfTotals(name, these, whole, { difference: total - nulls });
  return canFilterNull && nullsInNegation === 'out'
    ? relationOfTotals(name, [...these, only(where(column, 'IS', null))], whole, {
        difference: total,
      })
    : relationOfTotals(
        `the total of ${operator} on ${column} is at most the total of all records`,
        these.slice(0, 1),
        [ALL],
        { most: 0 },
      );
}
