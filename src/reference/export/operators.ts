import type { Dialect } from '../dialect.js';
import { type Column, isNull, textAt } from '../table/column.js';
import { compileLike, type Match } from '../table/like.js';
import { COLLATIONS, type Compare, fold } from '../table/text.js';
import type { Operator } from './filters.js';

/** Whether a row is kept. Unknown, SQL's third truth value, is not kept, and nothing stands above that could negate it. */
export type Predicate = (row: number) => boolean;

/** Compiles one criterion. */
export type Rule = (column: Column, values: readonly string[]) => Predicate;

export type OperatorTable = Readonly<Record<Operator, Rule>>;

export const never: Predicate = () => false;

/** All sixteen operators, with SQL's treatment of null. */
export function operatorTable(dialect: Dialect): OperatorTable {
  const { caseSensitive, negationsKeepNulls } = dialect;
  const compare = COLLATIONS[dialect.collation];
  const equals: Rule = (column, values) => isOneOf(column, values.slice(0, 1), caseSensitive);
  const oneOf: Rule = (column, values) => isOneOf(column, values, caseSensitive);
  const like: Rule = (column, values) => isLike(column, values[0] ?? '', caseSensitive);
  const ilike: Rule = (column, values) => isLike(column, values[0] ?? '', false);
  const within: Rule = (column, [low = '', high = '']) =>
    both(ordered(column, low, compare, atLeast), ordered(column, high, compare, atMost));
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

/** The rest of the rows that are not null. A value that is no number leaves a numeric comparison unknown both ways. */
function negated(rule: Rule, keepNulls: boolean, onText: boolean): Rule {
  return (column, values) => {
    const positive = rule(column, values);
    if (keepNulls) return (row) => isNull(column, row) || !positive(row);
    if (!onText && column.kind === 'number' && values.some((value) => Number.isNaN(numberOf(value)))) return never;
    if (column.kind === 'text') {
      const texts = column.values;
      return (row) => texts[row] !== null && !positive(row);
    }
    const numbers = column.values;
    return (row) => !Number.isNaN(numbers[row]) && !positive(row);
  };
}

function isOneOf(column: Column, values: readonly string[], caseSensitive: boolean): Predicate {
  if (column.kind === 'number') {
    const numbers = column.values;
    const wanted = values.map(numberOf).filter((value) => !Number.isNaN(value));
    const only = wanted[0];
    if (wanted.length === 1) return (row) => numbers[row] === only;
    const set = new Set<number | undefined>(wanted);
    return (row) => set.has(numbers[row]);
  }
  const texts = caseSensitive ? column.values : column.folded();
  const wanted = caseSensitive ? values : values.map(fold);
  const only = wanted[0];
  if (wanted.length === 1) return (row) => texts[row] === only;
  const set = new Set<string | null | undefined>(wanted);
  return (row) => set.has(texts[row]);
}

type Sign = (order: number) => boolean;
const above: Sign = (order) => order > 0;
const below: Sign = (order) => order < 0;
const atLeast: Sign = (order) => order >= 0;
const atMost: Sign = (order) => order <= 0;

function ordered(column: Column, value: string, compare: Compare, sign: Sign): Predicate {
  if (column.kind === 'number') return orderedNumber(column.values, numberOf(value), sign);
  const texts = column.values;
  return (row) => {
    const text = texts[row];
    return typeof text === 'string' && sign(compare(text, value));
  };
}

// NaN, which stands for null and for a value that is no number, is in no order with anything.
function orderedNumber(numbers: Float64Array, bound: number, sign: Sign): Predicate {
  if (sign === above) return (row) => (numbers[row] ?? Number.NaN) > bound;
  if (sign === below) return (row) => (numbers[row] ?? Number.NaN) < bound;
  if (sign === atLeast) return (row) => (numbers[row] ?? Number.NaN) >= bound;
  return (row) => (numbers[row] ?? Number.NaN) <= bound;
}

const both =
  (left: Predicate, right: Predicate): Predicate =>
  (row) =>
    left(row) && right(row);

function isLike(column: Column, pattern: string, caseSensitive: boolean): Predicate {
  const match: Match = compileLike(caseSensitive ? pattern : fold(pattern));
  if (column.kind === 'number') {
    return (row) => {
      const text = textAt(column, row);
      return text !== null && match(text);
    };
  }
  const texts = caseSensitive ? column.values : column.folded();
  return (row) => {
    const text = texts[row];
    return typeof text === 'string' && match(text);
  };
}

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** The number that a text spells, or NaN. */
export const numberOf = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);
