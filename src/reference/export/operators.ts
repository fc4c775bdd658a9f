/** The filter operators of the reference server. */

import type { Dialect } from '../dialect.js';
import { type Column, isNull, type TextColumn } from '../table/column.js';
import { compileLike } from '../table/like.js';
import { COLLATIONS, type Compare, reducing } from '../table/text.js';
import type { Operator } from './filters.js';

/**
 * Returns whether an operator keeps the row. In SQL a comparison with NULL is "unknown", and the
 * row is not kept. So `false` means "false" or "unknown". A negation must test for null itself.
 */
export type Predicate = (row: number) => boolean;

export type Rule = (column: Column, values: readonly string[]) => Predicate;

export type OperatorTable = Readonly<Record<Operator, Rule>>;

const never: Predicate = () => false;

/**
 * Makes the operators. Where the specification allows several behaviours, `dialect` decides. With
 * the default dialect they treat null as SQL does.
 */
export function operatorTable(dialect: Dialect): OperatorTable {
  const { caseSensitive, negationsKeepNulls, folds, likeFolds } = dialect;
  const [key, likeKey] = [reducing(folds, caseSensitive), reducing(likeFolds, caseSensitive)];
  const ilikeKey = reducing(likeFolds, false);
  const compare = COLLATIONS[dialect.collation];
  const equals: Rule = (column, values) => isOneOf(column, values.slice(0, 1), key);
  const oneOf: Rule = (column, values) => isOneOf(column, values, key);
  const like: Rule = (column, values) => isLike(column, values[0] ?? '', likeKey);
  const ilike: Rule = (column, values) => isLike(column, values[0] ?? '', ilikeKey);
  const within: Rule = (column, [low = '', high = '']) => {
    const swapsBounds =
      dialect.sortsBounds && column.kind === 'number' && numberOf(low) > numberOf(high);
    return swapsBounds
      ? isWithin(column, high, low, compare)
      : isWithin(column, low, high, compare);
  };
  const negation = (rule: Rule, onText = false): Rule => negated(rule, negationsKeepNulls, onText);
  return {
    '=': equals,
    '!=': negation(equals),
    '>': (column, [value = '']) => ordered(column, value, compare, above),
    '<': (column, [value = '']) => ordered(column, value, compare, below),
    '>=': (column, [value = '']) => ordered(column, value, compare, atLeast),
    '<=': (column, [value = '']) => ordered(column, value, compare, atMost),
    LIKE: like,
    'NOT LIKE': negation(like, true),
    ILIKE: ilike,
    'NOT ILIKE': negation(ilike, true),
    IN: oneOf,
    'NOT IN': negation(oneOf),
    IS: (column) => (row) => isNull(column, row),
    'IS NOT': (column) => (row) => !isNull(column, row),
    BETWEEN: within,
    'NOT BETWEEN': negation(within),
  };
}

/**
 * Negates a rule: a row is kept if it is not null and the rule does not keep it. With `keepNulls`,
 * rows with a null are kept too. A number column is compared as numbers, or as texts if `onText` is
 * true. Without `keepNulls`, the negation of a numeric comparison keeps no row if one of the values
 * is not a number.
 */
function negated(rule: Rule, keepNulls: boolean, onText: boolean): Rule {
  return (column, values) => {
    const positive = rule(column, values);
    if (keepNulls) return (row) => isNull(column, row) || !positive(row);
    if (
      !onText &&
      column.kind === 'number' &&
      values.some((value) => Number.isNaN(numberOf(value)))
    )
      return never;
    return (row) => !isNull(column, row) && !positive(row);
  };
}

/** Evaluates each distinct text once. A null is never kept. */
function whereText({ values, dictionary }: TextColumn, keep: (text: string) => boolean): Predicate {
  const kept = Uint8Array.from(dictionary, (text) => (text !== null && keep(text) ? 1 : 0));
  return (row) => kept[values[row] ?? 0] === 1;
}

/** Converts a text to its key. Two texts are equal if their keys are equal. */
type Key = (text: string) => string;

function isOneOf(column: Column, values: readonly string[], key: Key): Predicate {
  if (column.kind === 'number') {
    const numbers = column.values;
    const wanted = values.map(numberOf).filter((value) => !Number.isNaN(value));
    const only = wanted[0];
    if (wanted.length === 1) return (row) => numbers[row] === only;
    const set = new Set<number | undefined>(wanted);
    return (row) => set.has(numbers[row]);
  }
  const set = new Set(values.map(key));
  return whereText(column, (text) => set.has(key(text)));
}

/** Tests the result of a comparison, which is negative, 0 or positive. */
type Sign = (order: number) => boolean;
const above: Sign = (order) => order > 0;
const below: Sign = (order) => order < 0;
const atLeast: Sign = (order) => order >= 0;
const atMost: Sign = (order) => order <= 0;

function ordered(column: Column, value: string, compare: Compare, sign: Sign): Predicate {
  if (column.kind === 'text') return whereText(column, (text) => sign(compare(text, value)));
  // NaN represents null or a value that is not a number. It has no order.
  const numbers = column.values;
  const bound = numberOf(value);
  // Each operator has its own function, so that no row needs a call of `sign`.
  if (sign === above) return (row) => (numbers[row] ?? Number.NaN) > bound;
  if (sign === below) return (row) => (numbers[row] ?? Number.NaN) < bound;
  if (sign === atLeast) return (row) => (numbers[row] ?? Number.NaN) >= bound;
  return (row) => (numbers[row] ?? Number.NaN) <= bound;
}

function isWithin(column: Column, low: string, high: string, compare: Compare): Predicate {
  if (column.kind === 'text')
    return whereText(column, (text) => compare(text, low) >= 0 && compare(text, high) <= 0);
  const numbers = column.values;
  const [least, most] = [numberOf(low), numberOf(high)];
  return (row) => {
    const number = numbers[row] ?? Number.NaN;
    return number >= least && number <= most;
  };
}

function isLike(column: Column, pattern: string, key: Key): Predicate {
  const match = compileLike(key(pattern));
  if (column.kind === 'text') return whereText(column, (text) => match(key(text)));
  const numbers = column.values;
  return (row) => {
    const number = numbers[row] ?? Number.NaN;
    return !Number.isNaN(number) && match(String(number));
  };
}

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const numberOf = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);
