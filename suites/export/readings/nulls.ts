/** Readings of null: how `IS` and `IS NOT` find it, and which other criteria select it. */

import {
  type Criterion,
  criteriaOf,
  isNegation,
  type Operator,
  operators,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import type { Known } from '../model/data.js';
import type { Column } from '../model/oracle/column.js';
import { operatorReadings } from '../wrong-readings/operator-readings.js';
import { agreed, asItIs, foldedBy, isPositive, operatorSlug, type Rules } from './evaluation.js';
import { ORDERS } from './orders.js';
import { type ExportReading, onEachCriterion } from './reading.js';

/** Whether a criterion is about null, with one of these operators. */
const isOnNull =
  (some: readonly Operator[]) =>
  ({ operator, value }: Criterion): boolean =>
    value === null && some.includes(operator);

const emptyIsNull: readonly ExportReading[] = (
  [
    ['', '`IS NULL` takes an empty text for null, and so does `IS NOT NULL`', ['IS', 'IS NOT']],
    ['.only-is', '`IS NULL` also selects empty texts', ['IS']],
    ['.only-is-not', '`IS NOT NULL` leaves out empty texts', ['IS NOT']],
  ] satisfies readonly (readonly [string, string, readonly Operator[]])[]
).map(([id, sentence, changed]): ExportReading => {
  const isChanged = isOnNull(changed);
  return {
    id: `operators.is.takes-empty-texts${id}`,
    clause: 'EXP-FILT-8',
    also: ['EXP-FILT-13'],
    sentence,
    touches: (question) => criteriaOf(question).some(isChanged),
    instead: (criterion) =>
      isChanged(criterion) ? (cell) => (cell === '') === (criterion.operator === 'IS') : undefined,
  };
});

/** Values that `IS NULL` selects because a language or database counts them as nothing. */
const falsyIsNull: readonly ExportReading[] = (
  [
    ['zero', 'takes 0 and an empty text for null, and so does `IS NOT NULL`', ['', 0, '0'], true],
    ['zero-alone', 'takes 0 for null, and so does `IS NOT NULL`', [0], true],
    ['zero-as-well', 'also selects 0', [0], false],
  ] as const
).map(([id, words, values, isNegatedToo]) => ({
  id: `operators.is.takes-${id}`,
  clause: 'EXP-FILT-8',
  also: ['EXP-FILT-13'],
  sentence: `\`IS NULL\` ${words}`,
  touches: (question) => criteriaOf(question).some(({ value }) => value === null),
  instead: ({ operator, value }) => {
    if (value !== null || (operator !== 'IS' && !isNegatedToo)) return undefined;
    const isEmpty = (cell: Scalar): boolean => values.some((one) => one === cell);
    return (cell) => isEmpty(cell) === (operator === 'IS');
  },
}));

/**
 * Null is bound as a parameter, so that it is compared as the text that is sent (`spelling`). In a
 * null-safe comparison a null of the data differs from the text, so that `IS NOT` selects it. The
 * `<>` of SQL does not select it.
 */
const nullIsText = (spelling: string): readonly ExportReading[] =>
  [
    { id: 'null-safe', nullMatchesNot: true },
    { id: 'as-sql', nullMatchesNot: false },
  ].map(({ id, nullMatchesNot }) => {
    const sent = spelling.toLowerCase();
    const isText = ({ kind, name }: Column, rules: Rules, cell: Scalar): boolean | 'open' => {
      const under = (unknown: 'kept' | 'folded'): boolean => {
        const fold = kind === 'text' ? foldedBy(rules.equals(name), unknown) : asItIs;
        return fold(String(cell).toLowerCase()) === fold(sent);
      };
      return agreed(under('kept'), under('folded'));
    };
    return {
      id: `operators.is.compares-with-a-text.${id}`,
      mistake: 'operators.is.compares-with-a-text',
      clause: 'EXP-FILT-8',
      also: ['EXP-FILT-13'],
      sentence: `\`IS\` and \`IS NOT\` compare with the text that is sent (${spelling === '' ? 'an empty one' : `\`${spelling}\``}) instead of null`,
      touches: (question) => criteriaOf(question).some(({ value }) => value === null),
      instead: ({ operator, value }, column, rules) => {
        if (value !== null) return undefined;
        return (cell) => {
          const is = isText(column, rules, cell);
          return is === 'open' ? is : is === (operator === 'IS');
        };
      },
      insteadForNull: ({ operator, value }) =>
        value === null ? operator !== 'IS' && nullMatchesNot : undefined,
    };
  });

/** Null is converted to a number, which is 0 in JavaScript and PHP. */
function nullIsZero(known: Known): ExportReading {
  const isNumber = (name: string): boolean => known.survey.columns.get(name)?.kind === 'number';
  return {
    id: 'operators.is.compares-with-zero',
    clause: 'EXP-FILT-8',
    also: ['EXP-FILT-13', 'EXP-FILT-17'],
    sentence: '`IS` and `IS NOT` compare with 0 instead of null in columns of numbers',
    touches: (question) =>
      criteriaOf(question).some(({ column, value }) => value === null && isNumber(column)),
    instead: ({ operator, value }, { kind }) =>
      value === null && kind === 'number'
        ? (cell) => (Number(cell) === 0) === (operator === 'IS')
        : undefined,
    insteadForNull: ({ operator, value, column }) =>
      value === null && isNumber(column) ? operator !== 'IS' : undefined,
  };
}

/** Operators of null that are evaluated as the other one. */
const swappedNulls: readonly ExportReading[] = (
  [
    ['is.swapped', '`IS NULL` and `IS NOT NULL` are swapped', ['IS', 'IS NOT']],
    ['is-not.read-as-is', '`IS NOT` is evaluated as `IS`', ['IS NOT']],
    ['is.read-as-is-not', '`IS` is evaluated as `IS NOT`', ['IS']],
  ] satisfies readonly (readonly [string, string, readonly Operator[]])[]
).map(([id, sentence, changed]): ExportReading => {
  const isChanged = isOnNull(changed);
  return {
    id: `operators.${id}`,
    clause: 'EXP-FILT-8',
    also: ['EXP-FILT-13'],
    sentence,
    touches: (question) => criteriaOf(question).some(isChanged),
    question: onEachCriterion((criterion) =>
      isChanged(criterion)
        ? { ...criterion, operator: criterion.operator === 'IS' ? 'IS NOT' : 'IS' }
        : criterion,
    ),
  };
});

/** Nulls that an operator selects, although null matches neither an operator nor its negation. */
const nulls: readonly ExportReading[] = [
  {
    id: 'orders',
    name: '`>`, `<`, `>=` and `<=`',
    isOf: ({ operator }: Criterion) => ORDERS.has(operator),
    when: '',
  },
  {
    id: 'negations',
    name: 'negations',
    isOf: ({ operator }: Criterion) => isNegation(operator) && operator !== 'IS NOT',
    when: '',
  },
  ...operators
    .filter((operator) => !takes(operator, 'null'))
    .map((operator) => ({
      id: operatorSlug(operator),
      name: `\`${operator}\``,
      isOf: (criterion: Criterion) => criterion.operator === operator,
      when: '',
    })),
  ...[
    {
      id: 'as-zero',
      name: 'comparisons that hold for 0',
      isOf: ({ operator, value }: Criterion) =>
        typeof value === 'number' && isPositive(operator) && ORDERS.has(operator)
          ? operatorReadings[operator].right(value)(0)
          : false,
      when: ': null counts as 0',
    },
    {
      id: 'as-least',
      name: '`<` and `<=`',
      isOf: ({ operator }: Criterion) => operator === '<' || operator === '<=',
      when: ': null counts as less than any value',
    },
    {
      id: 'as-greatest',
      name: '`>` and `>=`',
      isOf: ({ operator }: Criterion) => operator === '>' || operator === '>=',
      when: ': null counts as greater than any value',
    },
  ],
].map(({ id, name, isOf, when }) => ({
  id: `nulls.${id}`,
  clause: 'EXP-FILT-18',
  sentence: `with ${name}, records are selected in which the column is null${when}`,
  touches: (question) => criteriaOf(question).some(isOf),
  insteadForNull: (criterion) => (isOf(criterion) ? true : undefined),
}));

export const nullReadings = (known: Known): readonly ExportReading[] => [
  ...swappedNulls,
  ...emptyIsNull,
  ...falsyIsNull,
  ...nullIsText(known.nullSpelling ?? 'NULL'),
  nullIsZero(known),
  ...nulls,
];
