import {
  type Criterion,
  isNegation,
  NEGATED,
  type Operator,
  type Scalar,
} from '../../../../src/protocol/export/filter.js';
import type { Column, Value } from './column.js';
import { type Equality, EXACT, equalsText, TRAITS, UNLEARNED } from './equality.js';
import { keptFor } from './memoized.js';
import { and, FALSE, not, OPEN, or, TRUE, type Truth, truth, UNKNOWN } from './truth.js';
import { likeText } from './wildcards.js';

/**
 * How a target compares values where the clauses leave it open. The survey learns it, and the
 * oracle uses it.
 */
export interface ComparisonRules {
  /** How a column compares in `=`, `!=`, `IN` and `NOT IN` (EXP-FILT-1, EXP-FILT-4). */
  readonly equals: (column: string) => Equality;
  /** How it compares in `LIKE` and `NOT LIKE`. */
  readonly like: (column: string) => Equality;
  /** How it compares in `ILIKE` and `NOT ILIKE`. */
  readonly ilike: (column: string) => Equality;
  /** EXP-FILT-18: whether a negation leaves null out as in SQL, or lets it in. */
  readonly nulls: (negation: Operator) => 'out' | 'in' | 'unknown';
  /**
   * Nulls of a column are served as empty text, or may be: empty text is then null or text, and
   * either conforms.
   */
  readonly emptyMayBeNull: (column: Column) => boolean;
}

/** Comparison of SQL for text without a collation: by code point. */
export const sqlComparison: ComparisonRules = {
  equals: () => EXACT,
  like: () => EXACT,
  ilike: () => ({ ...EXACT, case: 'folded', dots: 'folded' }),
  nulls: () => 'out',
  emptyMayBeNull: () => false,
};

/** Before anything was learned of the columns. */
export const unlearnedComparison: ComparisonRules = {
  ...sqlComparison,
  equals: () => UNLEARNED,
  like: () => UNLEARNED,
  ilike: () => ({ ...UNLEARNED, case: 'folded' }),
};

const NULLS = { out: UNKNOWN, in: TRUE, unknown: TRUE | UNKNOWN } as const;

/** The possible truths of a criterion for a value of its column, in SQL's three-valued logic. */
export type Judge = (held: Value) => Truth;

/**
 * Returns the truth of a criterion for any value of its column. What does not depend on the value
 * is worked out once.
 */
export function judgeOf(
  { operator, value }: Criterion,
  column: Column,
  rules: ComparisonRules,
): Judge {
  const negation = isNegation(operator);
  const ofNull = truthOfNull(operator, rules);
  const known = isLearned(operator) ? rules : unsureOfFolded(rules);
  const positive = comparison(negation ? NEGATED[operator] : operator, value, column, known);
  const compared = (held: Scalar): Truth => (negation ? not(positive(held)) : positive(held));
  const { kind } = column;
  // Empty text is not a number, and may stand for null.
  const ofEmpty = (): Truth => {
    if (kind === 'number' || kind === 'numeric-text') return ofNull;
    if (!rules.emptyMayBeNull(column)) return compared('');
    // Empty text may be a value, or stand for null.
    return kind === 'text' ? ofNull | compared('') : ofNull;
  };
  return (held) => {
    if (held === null || held === undefined) return ofNull;
    return held === '' ? ofEmpty() : compared(held);
  };
}

/** Whether it is learned of this operator how it compares texts. */
const isLearned = (operator: Operator): boolean => ['=', 'LIKE', 'ILIKE'].includes(operator);

/**
 * The rules for the other operators: what one operator ignores although it should not, another one
 * may respect.
 */
const unsureOfFolded = keptFor((rules: ComparisonRules): ComparisonRules => {
  const unsure = keptFor((equality: Equality): Equality => {
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

/** The truth of an operator for a null. */
function truthOfNull(operator: Operator, rules: ComparisonRules): Truth {
  if (operator === 'IS' || operator === 'IS NOT') return truth(operator === 'IS');
  return isNegation(operator) ? NULLS[rules.nulls(operator)] : UNKNOWN;
}

type Comparison = (held: Scalar) => Truth;
const open: Comparison = () => OPEN;

/** The truth of an operator that is not a negation, for values that are not null. */
function comparison(
  operator: Operator,
  value: Criterion['value'],
  column: Column,
  rules: ComparisonRules,
): Comparison {
  if (operator === 'IS') return () => FALSE;
  if (value === null) return open;
  if (typeof value === 'object') {
    if (operator === 'BETWEEN') return between(value, column);
    const equals = value.map((one) => equality(one, column, rules));
    return operator === 'IN'
      ? (held) => equals.reduce<Truth>((found, equal) => or(found, equal(held)), FALSE)
      : open;
  }
  if (operator === '=') return equality(value, column, rules);
  if (operator === 'LIKE' || operator === 'ILIKE') {
    const regards = (operator === 'LIKE' ? rules.like : rules.ilike)(column.name);
    return column.kind === 'text' ? (held) => likeText(String(held), String(value), regards) : open;
  }
  return isOrder(operator) ? order(value, column, ORDERS[operator]) : open;
}

/** Whether an operator holds for the order of a held and a requested value: -1, 0 or 1. */
export const ORDERS = {
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
} as const satisfies Partial<Record<Operator, (order: number) => boolean>>;
const isOrder = (operator: Operator): operator is keyof typeof ORDERS => operator in ORDERS;

function between([low, high]: readonly Scalar[], column: Column): Comparison {
  if (low === undefined || high === undefined) return open;
  // The document asks for two values and says nothing of their order (EXP-FILT-16).
  if (Number(low) > Number(high)) return open;
  // In every collation, between a text and itself lie that text and the texts that are equal to it.
  if (column.kind === 'text' && low === high) {
    const compared = equalsText(String(low), UNLEARNED);
    return (held) => compared(String(held));
  }
  const atLeast = order(low, column, ORDERS['>=']);
  const atMost = order(high, column, ORDERS['<=']);
  return (held) => and(atLeast(held), atMost(held));
}

function equality(value: Scalar, { kind, name }: Column, { equals }: ComparisonRules): Comparison {
  const asked = String(value);
  if (kind === 'text') {
    const compared = equalsText(asked, equals(name));
    return (held) => compared(String(held));
  }
  if (kind === 'typed') return (held) => (String(held) === asked ? TRUE : OPEN);
  const number = asNumber(value);
  if (number === undefined) return open;
  if (kind === 'number') return (held) => truth(Number(held) === number);
  // Text that reads as a number: equal as text is equal; equal as numbers alone may be either.
  return (held) => {
    if (String(held) === asked) return TRUE;
    return Number(held) === number ? OPEN : FALSE;
  };
}

/**
 * Order as numbers where the column holds numbers; where it is text that reads as numbers, what
 * both orders agree on.
 */
function order(value: Scalar, { kind }: Column, rule: (order: number) => boolean): Comparison {
  const number = asNumber(value);
  if (kind === 'text' || kind === 'typed' || kind === 'other' || number === undefined) return open;
  const numerically = (held: Scalar): boolean => rule(Math.sign(Number(held) - number));
  if (kind === 'number') return (held) => truth(numerically(held));
  const asked = String(value);
  return (held) => {
    const text = String(held);
    const numeric = numerically(held);
    const textual = rule(Number(text > asked) - Number(text < asked));
    return textual === numeric ? truth(numeric) : OPEN;
  };
}

function asNumber(value: Scalar): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}
