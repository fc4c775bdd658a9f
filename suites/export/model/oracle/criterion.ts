/** Evaluates one criterion of a filter. */

import { memoizedByObject } from '../../../../src/memoized.js';
import {
  type Criterion,
  isNegation,
  type Negation,
  type Operator,
  positiveOf,
  type Scalar,
  takes,
} from '../../../../src/protocol/export/filter.js';
import type { Column, Value } from './column.js';
import { type Equality, EXACT, equalsText, TRAITS, UNLEARNED } from './equality.js';
import { and, FALSE, not, OPEN, or, TRUE, type Truth, truth, UNKNOWN } from './truth.js';
import { likeText } from './wildcards.js';

/**
 * How the server under test compares values where the document allows several ways. The rules are
 * learned at the beginning of a run.
 */
export interface ComparisonRules {
  /** The equality of `=`, `!=`, `IN` and `NOT IN` (EXP-FILT-1, EXP-FILT-4). */
  readonly equals: (column: string) => Equality;
  /** The equality of `LIKE` and `NOT LIKE`. */
  readonly like: (column: string) => Equality;
  /** The equality of `ILIKE` and `NOT ILIKE`. */
  readonly ilike: (column: string) => Equality;
  /**
   * Whether a negated operator leaves nulls out of its result, as in SQL, or includes them
   * (EXP-FILT-18). `unknown` allows both.
   */
  readonly nulls: (negation: Operator) => 'out' | 'in' | 'unknown';
  /**
   * Whether the server may return null as an empty text in this column. An empty text may then
   * match as null or as text.
   */
  readonly emptyMayBeNull: (column: Column) => boolean;
  /**
   * A wrong reading of criteria: decides whether the operator holds for a value that is not null.
   * Returns undefined if the criterion is read rightly; the returned function does so for a value
   * that is read rightly. Default: all are read rightly.
   */
  readonly instead?: (
    criterion: Criterion,
    column: Column,
    rules: ComparisonRules,
  ) => WrongCriterion | undefined;
  /** The same for null: whether the criterion selects it. */
  readonly insteadForNull?: (criterion: Criterion) => boolean | 'open' | undefined;
  /** The same rules without a wrong reading. Criteria that are read rightly share their results. */
  readonly otherwise?: ComparisonRules | undefined;
}

/** Whether a criterion that is read wrongly holds for a value. Undefined: as if read rightly. */
export type WrongCriterion = (cell: Scalar) => boolean | 'open' | undefined;

interface WrongReading {
  readonly instead?: ComparisonRules['instead'];
  readonly insteadForNull?: ComparisonRules['insteadForNull'];
}

/** Whether the wrong reading, if there is one, decides about the criterion. */
export const isReadWrongly = (
  criterion: Criterion,
  column: Column | undefined,
  { instead, insteadForNull }: WrongReading,
  rules: ComparisonRules,
): boolean =>
  insteadForNull?.(criterion) !== undefined ||
  (column !== undefined && instead?.(criterion, column, rules) !== undefined);

/** The comparison rules of SQL for text without a collation: by code point. */
export const sqlComparison: ComparisonRules = {
  equals: () => EXACT,
  like: () => EXACT,
  ilike: () => ({ ...EXACT, case: 'folded', dots: 'folded' }),
  nulls: () => 'out',
  emptyMayBeNull: () => false,
};

/** The rules that are used before the rules of the server are learned. */
export const unlearnedComparison: ComparisonRules = {
  ...sqlComparison,
  equals: () => UNLEARNED,
  like: () => UNLEARNED,
  ilike: () => ({ ...UNLEARNED, case: 'folded' }),
};

const NULLS = { out: UNKNOWN, in: TRUE, unknown: TRUE | UNKNOWN } as const;

/** Returns the possible results in SQL's three-valued logic. */
export type Evaluator = (cell: Value) => Truth;

/** The returned function evaluates the criterion for one value of a column. */
export function criterionEvaluator(
  criterion: Criterion,
  column: Column,
  rules: ComparisonRules,
): Evaluator {
  const { operator, value } = criterion;
  const isNegated = isNegation(operator);
  const instead = rules.instead?.(criterion, column, rules);
  const wrongOfNull = rules.insteadForNull?.(criterion);
  const ofNull = wrongOfNull === undefined ? truthOfNull(operator, rules) : wrongly(wrongOfNull);
  const applied = isLearned(operator) ? rules : rulesOfOtherOperators(rules);
  const positive = comparison(positiveOf(operator), value, column, applied);
  const compared = (cell: Scalar): Truth => {
    const wrong = instead?.(cell);
    if (wrong !== undefined) return wrongly(wrong);
    return isNegated ? not(positive(cell)) : positive(cell);
  };
  const { kind } = column;
  // In a column of numbers or numeric texts, an empty text stands for null.
  const ofEmpty = (): Truth => {
    if (kind === 'number' || kind === 'numeric-text') return ofNull;
    if (!rules.emptyMayBeNull(column)) return compared('');
    // In a text column, an empty text may be a value or stand for null.
    return kind === 'text' ? ofNull | compared('') : ofNull;
  };
  return (cell) => {
    if (cell === null || cell === undefined) return ofNull;
    return cell === '' ? ofEmpty() : compared(cell);
  };
}

/** The result of a criterion that is read wrongly. */
export const wrongly = (holds: boolean | 'open'): Truth => (holds === 'open' ? OPEN : truth(holds));

const isLearned = (operator: Operator): boolean => ['=', 'LIKE', 'ILIKE'].includes(operator);

/**
 * The rules of the operators `=`, `LIKE` and `ILIKE` are learned. If they ignore a difference
 * between texts, it is unknown whether the remaining operators ignore it, too.
 */
const rulesOfOtherOperators = memoizedByObject((rules: ComparisonRules): ComparisonRules => {
  const unsure = memoizedByObject((equality: Equality): Equality => {
    const folded = TRAITS.filter((trait) => equality[trait] === 'folded');
    return { ...equality, ...Object.fromEntries(folded.map((trait) => [trait, 'unknown'])) };
  });
  return {
    ...rules,
    equals: (column) => unsure(rules.equals(column)),
    like: (column) => unsure(rules.like(column)),
    ilike: (column) => ({ ...unsure(rules.ilike(column)), case: 'folded' }),
  };
});

function truthOfNull(operator: Operator, rules: ComparisonRules): Truth {
  if (takes(operator, 'null')) return truth(operator === 'IS');
  return isNegation(operator) ? NULLS[rules.nulls(operator)] : UNKNOWN;
}

type Comparison = (cell: Scalar) => Truth;
/** For this comparison, every result conforms. */
const alwaysOpen: Comparison = () => OPEN;

/** The returned function must not be called with null. */
function comparison(
  operator: Exclude<Operator, Negation>,
  value: Criterion['value'],
  column: Column,
  rules: ComparisonRules,
): Comparison {
  if (operator === 'IS') return () => FALSE;
  if (value === null) return alwaysOpen;
  if (typeof value === 'object') {
    if (operator === 'BETWEEN') return between(value, column);
    const equals = value.map((one) => equality(one, column, rules));
    return operator === 'IN'
      ? (cell) => equals.reduce<Truth>((found, equal) => or(found, equal(cell)), FALSE)
      : alwaysOpen;
  }
  switch (operator) {
    case '=':
      return equality(value, column, rules);
    case 'LIKE':
    case 'ILIKE': {
      const textRules = (operator === 'LIKE' ? rules.like : rules.ilike)(column.name);
      return column.kind === 'text'
        ? (cell) => likeText(String(cell), String(value), textRules)
        : alwaysOpen;
    }
    case '>':
    case '<':
    case '>=':
    case '<=':
      return order(value, column, ORDERS[operator]);
    // The document does not define the results of these operators for a single value.
    case 'IN':
    case 'BETWEEN':
      return alwaysOpen;
  }
}

/**
 * `order` is -1, 0 or 1 if the record's value is less than, equal to or greater than the requested
 * value.
 */
export const ORDERS = {
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
} as const satisfies Partial<Record<Operator, (order: number) => boolean>>;

function between([low, high]: readonly Scalar[], column: Column): Comparison {
  if (low === undefined || high === undefined) return alwaysOpen;
  // The document requires two values but does not define their order (EXP-FILT-16).
  if (Number(low) > Number(high)) return alwaysOpen;
  // If both bounds are the same text, only equal texts match, under every collation.
  if (column.kind === 'text' && low === high) {
    const compared = equalsText(String(low), UNLEARNED);
    return (cell) => compared(String(cell));
  }
  const atLeast = order(low, column, ORDERS['>=']);
  const atMost = order(high, column, ORDERS['<=']);
  return (cell) => and(atLeast(cell), atMost(cell));
}

function equality(value: Scalar, { kind, name }: Column, { equals }: ComparisonRules): Comparison {
  const requested = String(value);
  if (kind === 'text') {
    const compared = equalsText(requested, equals(name));
    return (cell) => compared(String(cell));
  }
  if (kind === 'typed') return (cell) => (String(cell) === requested ? TRUE : OPEN);
  const number = asNumber(value);
  if (number === undefined) return alwaysOpen;
  if (kind === 'number') return (cell) => truth(Number(cell) === number);
  // In a column of numeric texts, identical texts are equal. Texts that are equal only as numbers,
  // such as `1.0` and `1`, may be equal or not.
  return (cell) => {
    if (String(cell) === requested) return TRUE;
    return Number(cell) === number ? OPEN : FALSE;
  };
}

/**
 * In a column of numeric texts the result is certain only if the numeric and the textual order
 * agree.
 */
function order(value: Scalar, { kind }: Column, rule: (order: number) => boolean): Comparison {
  const number = asNumber(value);
  if (kind === 'text' || kind === 'typed' || kind === 'other' || number === undefined)
    return alwaysOpen;
  const numerically = (cell: Scalar): boolean => rule(Math.sign(Number(cell) - number));
  if (kind === 'number') return (cell) => truth(numerically(cell));
  const requested = String(value);
  return (cell) => {
    const text = String(cell);
    const numeric = numerically(cell);
    const textual = rule(Number(text > requested) - Number(text < requested));
    return textual === numeric ? truth(numeric) : OPEN;
  };
}

function asNumber(value: Scalar): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}
