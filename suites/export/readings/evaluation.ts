/** Evaluates criteria as a server with a mistake does, under the equality of the column. */

import { memoized, memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  isNegation,
  type Operator,
  type PositiveOperator,
  positiveOf,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import type { Column } from '../model/oracle/column.js';
import type { WrongCriterion } from '../model/oracle/criterion.js';
import { type Equality, isExact, reducedText, TRAITS } from '../model/oracle/equality.js';
import { NUMBER_REDUCTIONS, TEXT_REDUCTIONS } from '../wrong-readings/comparison-readings.js';
import { operatorReadings } from '../wrong-readings/operator-readings.js';
import { type ExportReading, valuesOf } from './reading.js';

/** An operator or a mistake as a part of an id. Operators of signs become words. */
export const operatorSlug = (text: string): string =>
  text
    .replaceAll('!=', 'not-equals')
    .replaceAll('>=', 'at-least')
    .replaceAll('<=', 'at-most')
    .replaceAll('>', 'above')
    .replaceAll('<', 'below')
    .replaceAll('=', 'equals')
    .replaceAll('%', 'percent')
    .replaceAll('_', 'underscore')
    .replaceAll('+', 'plus')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Whether the operator takes a value and is no negation, so that it has wrong readings. */
export const isPositive = (operator: Operator): operator is PositiveOperator =>
  operator in operatorReadings;

const CLAUSES: Readonly<Record<PositiveOperator, string>> = {
  '=': 'EXP-FILT-1',
  '>': 'EXP-FILT-2',
  '<': 'EXP-FILT-2',
  '>=': 'EXP-FILT-2',
  '<=': 'EXP-FILT-2',
  LIKE: 'EXP-FILT-3',
  ILIKE: 'EXP-FILT-5',
  IN: 'EXP-FILT-6',
  BETWEEN: 'EXP-FILT-7',
};

/** The clause that requires what the operator selects. */
export const clauseOf = (operator: Operator): string => {
  const positive = positiveOf(operator);
  return isPositive(positive) ? CLAUSES[positive] : 'EXP-FILT-8';
};

/** The rules by which criteria are compared, as `instead` of a reading receives them. */
export type Rules = Parameters<NonNullable<ExportReading['instead']>>[2];
/** A wrong operator: from the value of a criterion, which values of a column it selects. */
export type Wrong = (asked: Scalar | readonly Scalar[]) => (cell: Scalar) => boolean;

/**
 * Returns which values of the column the server selects with the mistake `wrong`. Texts are
 * compared as the column compares them, apart from the mistake. Undefined, for a criterion or for
 * one value: the mistake changes nothing, or the document leaves the result open. `open`: the
 * result is not known. The result is the same function for the same mistake, because several
 * readings make it with different operators or columns.
 */
export const evaluate = (
  wrong: Wrong,
  criterion: Criterion,
  column: Column,
  rules: Rules,
): WrongCriterion | undefined =>
  evaluatorOf(wrong)(column)(equalityOf(positiveOf(criterion.operator), column, rules))(criterion);

const evaluatorOf = memoizedByObject((wrong: Wrong) =>
  memoizedByObject((column: Column) =>
    memoizedByObject((equality: Equality) =>
      memoizedByObject((criterion: Criterion) => makeEvaluator(wrong, criterion, column, equality)),
    ),
  ),
);

function makeEvaluator(
  wrong: Wrong,
  { operator, value }: Criterion,
  column: Column,
  equality: Equality,
): WrongCriterion | undefined {
  const positive = positiveOf(operator);
  const isOfOrder = takes(positive, 'bound', 'range');
  const isOfPattern = takes(positive, 'pattern');
  const { kind } = column;
  const isOfTimes = isOfOrder && hasTimes(column);
  const isOfOneBound = positive === 'BETWEEN' && hasOneBound(value);
  // A mistake is evaluated for times by order, numbers except by pattern, and texts except by
  // order. Texts are also compared with a range whose bounds are equal.
  const isDefined =
    isOfTimes ||
    (kind === 'number' && !isOfPattern) ||
    (kind === 'text' && (!isOfOrder || isOfOneBound));
  if (value === null || !isDefined || !isPositive(positive)) return undefined;
  // The backslash may escape what a mistake adds to the pattern.
  if (isOfPattern && String(value).endsWith('\\')) return () => 'open';
  const { right } = operatorReadings[positive];
  const isNegated = isNegation(operator);
  const under = (fold: (value: Scalar) => Scalar) => {
    const asked = typeof value === 'object' ? value.map(fold) : fold(value);
    const [holds, shouldHold] = [wrong(asked), right(asked)];
    return (cell: Scalar): boolean | undefined => {
      const seen = fold(cell);
      const held = holds(seen);
      // If both agree, the mistake does not change what the server does with this value.
      return held === shouldHold(seen) ? undefined : held !== isNegated;
    };
  };
  if (kind !== 'text') return under(isOfTimes ? timeOf : asItIs);
  /**
   * If both bounds are equal, a text becomes 0 if it equals them, and `other` if not: it may stand
   * after them (1) or before them (-1), because the order of texts is not known.
   */
  const foldBy = (unknown: 'kept' | 'folded', other = 1): ((value: Scalar) => Scalar) => {
    const fold = foldedBy(equality, unknown);
    if (!isOfOneBound) return fold;
    const bound = fold(valuesOf({ column: column.name, operator, value })[0] ?? '');
    return (cell) => (fold(cell) === bound ? 0 : other);
  };
  // If it is not known whether the column ignores a trait, the trait is kept, and then removed.
  // The result is certain only if both agree. For equal bounds, it must also be the same whether
  // other texts stand after the bounds or before them.
  const least = under(foldBy('kept'));
  const isCertain = foldedBy(equality, 'kept') === foldedBy(equality, 'folded');
  if (isCertain && !isOfOneBound) return least;
  const most = under(foldBy('folded'));
  const below = under(foldBy('kept', -1));
  return (cell: Scalar) => {
    const above = agreed(least(cell), most(cell));
    return isOfOneBound ? agreed(above, below(cell)) : above;
  };
}

/** Open if the two results differ: with unknown traits respected, and with them ignored. */
export const agreed = <T>(least: T, most: T): T | 'open' => (least === most ? least : 'open');

const hasOneBound = (value: Criterion['value']): boolean =>
  Array.isArray(value) && value.length === 2 && value[0] === value[1];

const timeOf = (value: Scalar): number => Date.parse(String(value));
const hasTimes = ({ kind, values }: Column): boolean =>
  kind === 'typed' && [...values.keys()].every((value) => Number.isFinite(timeOf(value)));

const equalityOf = (positive: Operator, { name }: Column, rules: Rules): Equality => {
  if (positive === 'LIKE') return rules.like(name);
  return positive === 'ILIKE' ? withCase(rules.ilike(name)) : rules.equals(name);
};

/** The readings of ILIKE ignore letter case themselves, so it is not removed before. */
const withCase = memoizedByObject(
  (equality: Equality): Equality => ({ ...equality, case: 'kept', dots: 'kept' }),
);

export const asItIs = (value: Scalar): Scalar => value;
/**
 * Removes the differences that the column ignores. `unknown`: how unknown traits are treated. If
 * there are none, the result is the same function for both.
 */
export const foldedBy = (
  equality: Equality,
  unknown: 'kept' | 'folded',
): ((value: Scalar) => Scalar) => foldsOf(equality)[unknown];

/** Texts are folded once, because criteria compare the same values many times. */
const foldsOf = memoizedByObject((equality: Equality) => {
  const unsure = TRAITS.filter((trait) => equality[trait] === 'unknown');
  const fold = (unknown: 'kept' | 'folded'): ((value: Scalar) => Scalar) => {
    const sure = { ...equality, ...Object.fromEntries(unsure.map((trait) => [trait, unknown])) };
    return isExact(sure) ? asItIs : memoized((value) => reducedText(String(value), sure));
  };
  const kept = fold('kept');
  return { kept, folded: unsure.length === 0 ? kept : fold('folded') };
});

/** What a mistake does, in words that follow the name of an operator. */
const asPredicate = (name: string): string => {
  if (name in TEXT_REDUCTIONS) return `compares texts ${name}`;
  return name in NUMBER_REDUCTIONS ? `compares numbers ${name}` : name;
};

/** A sentence about operators. `name` lists several of them with `and`. */
export const sentenceOf = (name: string, mistake: string): string =>
  `${/ and /.test(name) ? 'each of ' : ''}${name} ${asPredicate(mistake)}`;
