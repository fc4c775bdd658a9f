/** Readings of operators that compare by order. */

import { memoizedByObject } from '../../../src/memoized.js';
import {
  type Criterion,
  criteriaOf,
  isNegation,
  type Operator,
  positiveOf,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import { isUnknown } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Column } from '../model/oracle/column.js';
import { operatorReadings } from '../wrong-readings/operator-readings.js';
import { evaluate, isPositive, operatorSlug, type Rules, sentenceOf } from './evaluation.js';
import { type ExportReading, onEachCriterion } from './reading.js';
import type { Scope } from './scopes.js';

/** The wrong reading that `numbersAsTexts` replaces by one for each form of numbers as text. */
export const AS_TEXT = 'compares as text';

/** The operators that compare with one bound. */
export const ORDERS: Scope = {
  id: 'orders',
  name: '`>`, `<`, `>=` and `<=`',
  has: (operator) => ['>', '<', '>=', '<='].includes(operator),
};
const SHARED_ORDERS = Object.keys(operatorReadings['>'].wrong).filter((name) => name !== AS_TEXT);
/** Mistakes that a server makes with all of them, such as comparing numbers as integers. */
const ofAllOrders: readonly ExportReading[] = SHARED_ORDERS.map((name) => ({
  id: `operators.orders.${operatorSlug(name)}`,
  clause: 'EXP-FILT-2',
  sentence: sentenceOf(ORDERS.name, name),
  touches: (question) => criteriaOf(question).some(({ operator }) => ORDERS.has(operator)),
  instead: (criterion: Criterion, column: Column, rules: Rules) => {
    if (!ORDERS.has(criterion.operator) || !isPositive(criterion.operator)) return undefined;
    const found = operatorReadings[criterion.operator].wrong[name];
    return found && evaluate(found, criterion, column, rules);
  },
}));

/** Mistakes that a server makes with two operators of order, or all of them, in the same way. */
const bounds: readonly ExportReading[] = (
  [
    ['included', '`>` and `<` include the bound', { '>': '>=', '<': '<=' }],
    ['excluded', '`>=` and `<=` exclude the bound', { '>=': '>', '<=': '<' }],
    [
      'reversed',
      '`>`, `<`, `>=` and `<=` are reversed',
      { '>': '<', '<': '>', '>=': '<=', '<=': '>=' },
    ],
  ] satisfies readonly (readonly [string, string, Partial<Record<Operator, Operator>>])[]
).map(([id, sentence, changed]) => {
  const changes: Partial<Record<Operator, Operator>> = changed;
  return {
    id: `operators.bounds.${id}`,
    clause: 'EXP-FILT-2',
    sentence,
    touches: (question) => criteriaOf(question).some(({ operator }) => operator in changes),
    question: onEachCriterion((criterion) => {
      const operator = changes[criterion.operator];
      return operator === undefined ? criterion : { ...criterion, operator };
    }),
  };
});

/**
 * The sign of the error with which a decimal number becomes a binary one of 64 bits. 60 decimals
 * are enough to show the error of any usual number.
 */
function binaryError(asked: number): number {
  const [exact, written] = [asked.toFixed(60), decimalOf(asked)];
  // A very small or large number is written with an exponent, and is not compared.
  if (exact === written || written.includes('e')) return 0;
  // Texts of this form have the order of the numbers, or the reverse order if these are negative.
  return exact > written === asked >= 0 ? 1 : -1;
}

const decimalOf = (value: number): string => {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return `${whole}.${fraction.padEnd(60, '0')}`;
};

/** A number of a filter is compared as the binary fraction that is nearest to it. */
const binaryNumbers: ExportReading = {
  id: 'operators.binary-fractions',
  clause: 'EXP-FILT-1',
  also: ['EXP-FILT-2', 'EXP-FILT-6', 'EXP-FILT-7', 'EXP-FILT-13', 'EXP-FILT-16', 'EXP-FILT-17'],
  sentence:
    'numbers of filters are compared as binary fractions, so that decimals such as 19.99 equal no stored number',
  touches: (question) => criteriaOf(question).some(({ value }) => value !== null),
  instead: ({ operator, value }, column) => {
    if (column.kind !== 'number' || value === null || !hasFractions(column)) return undefined;
    const asked = (typeof value === 'object' ? value : [value]).map(Number);
    if (asked.every((one) => Number.isNaN(one) || binaryError(one) === 0)) return undefined;
    const [low = Number.NaN, high = Number.NaN] = asked;
    // If the cell equals the decimal number, the error of the binary number decides.
    const difference = (cell: number, one: number): number => cell - one || -binaryError(one);
    const holds: Partial<Record<Operator, (cell: number) => boolean>> = {
      '=': (cell) => difference(cell, low) === 0,
      '>': (cell) => difference(cell, low) > 0,
      '>=': (cell) => difference(cell, low) >= 0,
      '<': (cell) => difference(cell, low) < 0,
      '<=': (cell) => difference(cell, low) <= 0,
      IN: (cell) => asked.some((one) => difference(cell, one) === 0),
      BETWEEN: (cell) => difference(cell, low) >= 0 && difference(cell, high) <= 0,
    };
    const found = holds[positiveOf(operator)];
    return found && ((cell) => found(Number(cell)) !== isNegation(operator));
  },
};

/** How a database or a language writes a number of a column as text. */
const NUMBER_TEXTS: Readonly<Record<string, (cell: Scalar, column: Column) => string>> = {
  'as-served': String,
  // Binary floating point in SQLite, Python and Ruby.
  'with-a-fraction': (cell, column) =>
    Number.isInteger(Number(cell)) && hasFractions(column) ? `${cell}.0` : String(cell),
  // DECIMAL with two or three digits.
  'with-two-decimals': (cell, column) =>
    hasFractions(column) ? Number(cell).toFixed(2) : String(cell),
  'with-three-decimals': (cell, column) =>
    hasFractions(column) ? Number(cell).toFixed(3) : String(cell),
};

const hasFractions = memoizedByObject(({ values }: Column): boolean =>
  [...values.keys()].some((value) => !Number.isInteger(Number(value))),
);

const ORDER_SCOPES: readonly Scope[] = [
  {
    id: 'all',
    name: '`>`, `<`, `>=`, `<=` and `BETWEEN`',
    has: (operator) => takes(operator, 'bound', 'range'),
  },
  {
    id: 'orders',
    name: '`>`, `<`, `>=` and `<=`',
    has: (operator) => takes(operator, 'bound'),
  },
  ...(['>', '<', '>=', '<='] as const).map((one) => ({
    id: operatorSlug(one),
    name: `\`${one}\``,
    has: (operator: Operator) => operator === one,
  })),
  { id: 'between', name: '`BETWEEN`', has: (operator) => takes(operator, 'range') },
];

const EQUALITY_SCOPES: readonly Scope[] = [
  {
    id: 'all',
    name: '`=`, `!=`, `IN` and `NOT IN`',
    has: (operator) => takes(operator, 'value', 'list'),
  },
  { id: 'equals', name: '`=` and `!=`', has: (operator) => takes(operator, 'value') },
  { id: 'lists', name: '`IN` and `NOT IN`', has: (operator) => takes(operator, 'list') },
];

/** How a criterion selects numbers if it compares them as texts. Undefined for other operators. */
export function comparedAsTexts(
  { operator, value }: Criterion,
  textOf: (cell: Scalar) => string,
): ((cell: Scalar) => boolean) | undefined {
  if (value === null) return undefined;
  const sent = (typeof value === 'object' ? value : [value]).map(String);
  const [low = '', high = ''] = sent;
  const positive: Partial<Record<Operator, (text: string) => boolean>> = {
    '>': (text) => text > low,
    '>=': (text) => text >= low,
    '<': (text) => text < low,
    '<=': (text) => text <= low,
    '=': (text) => text === low,
    IN: (text) => sent.includes(text),
    BETWEEN: (text) => text >= low && text <= high,
  };
  const holds = positive[positiveOf(operator)];
  if (holds === undefined) return undefined;
  return (cell) => holds(textOf(cell)) !== isNegation(operator);
}

/** Numbers that operators of order compare as texts. */
const numbersAsTexts: readonly ExportReading[] = ORDER_SCOPES.flatMap((scope) =>
  Object.entries(NUMBER_TEXTS).map(
    ([form, textOf]): ExportReading => ({
      id: `operators.order.numbers-as-texts.${scope.id}.${form}`,
      mistake: 'operators.order.numbers-as-texts',
      clause: scope.id === 'between' ? 'EXP-FILT-7' : 'EXP-FILT-2',
      // In the order of texts, words come after numbers.
      also: ['EXP-HARD-2', 'EXP-FILT-16', 'EXP-FILT-17'],
      sentence: `numbers are compared as texts by ${scope.name}`,
      touches: (question) => criteriaOf(question).some(({ operator }) => scope.has(operator)),
      instead: (criterion, column) =>
        column.kind === 'number' && scope.has(criterion.operator)
          ? comparedAsTexts(criterion, (cell) => textOf(cell, column))
          : undefined,
    }),
  ),
);

/** Numbers that operators of equality compare as texts. */
const equalTexts = (
  scope: Scope,
  where: string,
  isOf: (column: string) => boolean,
): readonly ExportReading[] =>
  Object.entries(NUMBER_TEXTS).map(
    ([form, textOf]): ExportReading => ({
      id: `operators.equality.numbers-as-texts.${scope.id}.${form}${operatorSlug(where)}`,
      mistake: 'operators.equality.numbers-as-texts',
      clause: scope.id === 'lists' ? 'EXP-FILT-6' : 'EXP-FILT-1',
      sentence: `numbers are compared as texts by ${scope.name}${where}: only one spelling of a number is equal`,
      touches: (question) =>
        criteriaOf(question).some(({ column, operator }) => isOf(column) && scope.has(operator)),
      instead: (criterion, column) =>
        column.kind === 'number' && scope.has(criterion.operator) && isOf(column.name)
          ? comparedAsTexts(criterion, (cell) => textOf(cell, column))
          : undefined,
    }),
  );

/** The same in the path of the legacy filtered route. */
const equalTextsInPaths: readonly ExportReading[] = Object.entries(NUMBER_TEXTS).map(
  ([form, textOf]): ExportReading => ({
    id: `paths.numbers-as-texts.${form}`,
    mistake: 'paths.numbers-as-texts',
    clause: 'EXP-ROUTE-3',
    also: ['EXP-ROUTE-4'],
    sentence:
      'numbers are compared as texts in the path of the legacy filtered route: only one spelling of a number is equal',
    touches: ({ route }) => typeof route === 'object' && !isUnknown(route),
    instead: (criterion, column) =>
      column.kind === 'number'
        ? comparedAsTexts(criterion, (cell) => textOf(cell, column))
        : undefined,
  }),
);

/**
 * The most columns that get readings of their own, because a database may write the numbers of each
 * column in another form.
 */
const MOST_COLUMNS = 4;

const numbersAsEqualTexts = ({ survey }: Known): readonly ExportReading[] => {
  const fractional = [...survey.columns.values()].filter(
    (column) => column.kind === 'number' && hasFractions(column),
  );
  return EQUALITY_SCOPES.flatMap((scope) => [
    ...equalTexts(scope, '', () => true),
    ...fractional
      .slice(0, MOST_COLUMNS)
      .flatMap(({ name }) => equalTexts(scope, ` in ${name}`, (column) => column === name)),
  ]);
};

export const orderReadings = (known: Known): readonly ExportReading[] => [
  ...numbersAsEqualTexts(known),
  ...ofAllOrders,
  ...numbersAsTexts,
  ...equalTextsInPaths,
  ...bounds,
  binaryNumbers,
];
