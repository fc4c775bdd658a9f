/** Readings of operators: one is evaluated as another, or wrongly in one way. */

import {
  type Criterion,
  isNegation,
  NEGATED,
  type Operator,
  operators,
  type PositiveOperator,
  type Scalar,
} from '../../../src/protocol/export/filter.js';
import type { Column } from '../model/oracle/column.js';
import { type Equality, isExact, reducedText, TRAITS } from '../model/oracle/equality.js';
import { TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { NUMBER_REDUCTIONS, TEXT_REDUCTIONS } from '../wrong-readings/comparison-readings.js';
import { operatorReadings } from '../wrong-readings/operator-readings.js';
import { criteriaOf, type ExportReading, onEachCriterion } from './reading.js';
import { PATTERNS, type Scope } from './values.js';

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

const slug = (text: string): string =>
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

const positiveOf = (operator: Operator): Operator =>
  isNegation(operator) ? NEGATED[operator] : operator;

const POSITIVES = Object.keys(operatorReadings) as readonly PositiveOperator[];
const negationOf = (positive: PositiveOperator): Operator | undefined =>
  operators.filter(isNegation).find((one) => NEGATED[one] === positive);

const isPositive = (operator: Operator): operator is PositiveOperator =>
  operator in operatorReadings;

/** The operators with which a mistake of an operator is made. */
function scopesOf(positive: PositiveOperator): readonly Scope[] {
  const negation = negationOf(positive);
  const one = (operator: Operator): Scope => ({
    id: slug(operator),
    name: `\`${operator}\``,
    has: (other) => other === operator,
  });
  if (negation === undefined) return [one(positive)];
  const withNegation: Scope = {
    id: `${slug(positive)}-and-negation`,
    name: `\`${positive}\` and \`${negation}\``,
    has: (other) => other === positive || other === negation,
  };
  return [one(positive), one(negation), withNegation];
}

type Rules = Parameters<NonNullable<ExportReading['instead']>>[2];
type Wrong = (asked: Scalar | readonly Scalar[]) => (cell: Scalar) => boolean;

/**
 * Texts are compared as the column compares them, apart from the mistake. Criteria whose result the
 * document leaves open are evaluated as without the mistake.
 */
function evaluate(wrong: Wrong, { operator, value }: Criterion, column: Column, rules: Rules) {
  const positive = positiveOf(operator);
  const isOfOrder = positive === 'BETWEEN' || /[<>]/.test(positive);
  const isOfPattern = positive === 'LIKE' || positive === 'ILIKE';
  const isDefined = column.kind === 'number' ? !isOfPattern : column.kind === 'text' && !isOfOrder;
  if (value === null || !isDefined) return undefined;
  const fold = column.kind === 'text' ? foldedBy(equalityOf(positive, column, rules)) : asItIs;
  const holds = wrong(typeof value === 'object' ? value.map(fold) : fold(value));
  const compared = (cell: Scalar): boolean => holds(fold(cell));
  return isNegation(operator) ? (cell: Scalar) => !compared(cell) : compared;
}

const equalityOf = (positive: Operator, { name }: Column, rules: Rules): Equality => {
  if (positive === 'LIKE') return rules.like(name);
  // ILIKE ignores letter case by itself.
  return positive === 'ILIKE'
    ? { ...rules.ilike(name), case: 'kept', dots: 'kept' }
    : rules.equals(name);
};

const asItIs = (value: Scalar): Scalar => value;
/** Removes the differences that the column certainly ignores. */
function foldedBy(equality: Equality): (value: Scalar) => Scalar {
  const unsure = TRAITS.filter((trait) => equality[trait] === 'unknown');
  const sure = { ...equality, ...Object.fromEntries(unsure.map((trait) => [trait, 'kept'])) };
  return isExact(sure) ? asItIs : (value) => reducedText(String(value), sure);
}

const wrongly = (
  positive: PositiveOperator,
  name: string,
  wrong: Wrong,
): readonly ExportReading[] =>
  scopesOf(positive).flatMap((scope) => {
    const reading = readingOf(scope, positive, name, wrong);
    const ofKind = (kind: 'text' | 'number', named: string): ExportReading => ({
      ...reading,
      id: `${reading.id}.of-${kind}`,
      sentence: `${reading.sentence}, ${named}`,
      instead: (criterion, column, rules) =>
        column.kind === kind ? reading.instead?.(criterion, column, rules) : undefined,
    });
    return positive === '=' || positive === 'IN'
      ? [reading, ofKind('text', 'in texts'), ofKind('number', 'in numbers')]
      : [reading];
  });

/** What is done to values, in words that a sentence can begin with. */
const asPredicate = (name: string): string => {
  if (name in TEXT_REDUCTIONS) return `compares texts ${name}`;
  return name in NUMBER_REDUCTIONS ? `compares numbers ${name}` : name;
};

const sentenceOf = ({ name }: Scope, mistake: string): string =>
  `${/ and /.test(name) ? 'each of ' : ''}${name} ${asPredicate(mistake)}`;

const readingOf = (
  scope: Scope,
  positive: PositiveOperator,
  name: string,
  wrong: Wrong,
): ExportReading => ({
  id: `operators.${scope.id}.${slug(name)}`,
  clause: CLAUSES[positive],
  mistake: `${positive} ${name}`,
  sentence: sentenceOf(scope, name),
  touches: (question) =>
    criteriaOf(question).some(({ operator, value }) => scope.has(operator) && value !== null),
  instead: (criterion, column, rules) =>
    scope.has(criterion.operator) ? evaluate(wrong, criterion, column, rules) : undefined,
});

/** Mistakes with patterns that a server makes with `LIKE` and `ILIKE` together. */
const ofAllPatterns = (name: string, change: (pattern: string, matches: Wrong) => Wrong) => {
  const { LIKE, ILIKE } = operatorReadings;
  const reading: ExportReading = {
    id: `operators.patterns.${slug(name)}`,
    clause: 'EXP-FILT-3',
    mistake: `patterns ${name}`,
    sentence: `${PATTERNS.name}: ${name}`,
    touches: (question) => criteriaOf(question).some(({ operator }) => PATTERNS.has(operator)),
    instead: (criterion, column, rules) => {
      if (!PATTERNS.has(criterion.operator)) return undefined;
      const { right } = positiveOf(criterion.operator) === 'LIKE' ? LIKE : ILIKE;
      const asked = String(criterion.value);
      return evaluate(change(asked, right), criterion, column, rules);
    },
  };
  return reading;
};

const wrongPatterns: readonly ExportReading[] = Object.keys(operatorReadings.LIKE.wrong)
  .filter((name) => name in operatorReadings.ILIKE.wrong && name !== 'means the opposite')
  .map((name): ExportReading => {
    const { LIKE, ILIKE } = operatorReadings;
    return {
      id: `operators.patterns.${slug(name)}`,
      clause: 'EXP-FILT-3',
      sentence: `${PATTERNS.name}: ${name}`,
      touches: (question) => criteriaOf(question).some(({ operator }) => PATTERNS.has(operator)),
      instead: (criterion, column, rules) => {
        if (!PATTERNS.has(criterion.operator)) return undefined;
        const { wrong } = positiveOf(criterion.operator) === 'LIKE' ? LIKE : ILIKE;
        const found = wrong[name];
        return found && evaluate(found, criterion, column, rules);
      },
    };
  });

/** Patterns without wildcards: the pattern equals the value, or is contained in it. */
const withoutWildcards: readonly ExportReading[] = [
  ofAllPatterns('there are no wildcards: % and _ match only themselves', (pattern, right) => () => {
    const escaped = pattern.replaceAll('%', '\ue025').replaceAll('_', '\ue05f');
    const holds = right(escaped);
    return (cell) => holds(String(cell).replaceAll('%', '\ue025').replaceAll('_', '\ue05f'));
  }),
  ofAllPatterns(
    'the pattern without its wildcards may be anywhere',
    (pattern, right) => () => right(`%${pattern.replace(/[%_]/g, '')}%`),
  ),
  ofAllPatterns('every pattern matches', () => () => () => true),
  ofAllPatterns('no pattern matches', () => () => () => false),
];

const SCALAR = ['=', '!=', '>', '<', '>=', '<=', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'] as const;
const LIST = ['IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN'] as const;

const asAnother = (operators: readonly Operator[]): readonly ExportReading[] =>
  operators.flatMap((from) =>
    operators
      .filter((to) => to !== from)
      .map(
        (to): ExportReading => ({
          id: `operators.${slug(from)}.read-as-${slug(to)}`,
          clause: clauseOf(from),
          sentence: `\`${from}\` is evaluated as \`${to}\``,
          touches: (question) => criteriaOf(question).some(({ operator }) => operator === from),
          question: onEachCriterion((criterion) =>
            criterion.operator === from ? { ...criterion, operator: to } : criterion,
          ),
        }),
      ),
  );

const clauseOf = (operator: Operator): string => {
  const positive = positiveOf(operator);
  return isPositive(positive) ? CLAUSES[positive] : 'EXP-FILT-8';
};

const ALL: readonly Operator[] = [...SCALAR, ...LIST, 'IS', 'IS NOT'];

const lost: readonly ExportReading[] = ALL.flatMap((from) => {
  const isOf = ({ operator }: Criterion): boolean => operator === from;
  const touches: ExportReading['touches'] = (question) => criteriaOf(question).some(isOf);
  return [
    {
      id: `operators.${slug(from)}.ignored`,
      clause: clauseOf(from),
      sentence: `criteria with \`${from}\` are ignored`,
      touches,
      question: onEachCriterion((criterion) => (isOf(criterion) ? undefined : criterion)),
    },
    {
      id: `operators.${slug(from)}.matches-nothing`,
      clause: clauseOf(from),
      sentence: `\`${from}\` matches nothing`,
      touches,
      instead: (criterion: Criterion) => (isOf(criterion) ? () => false : undefined),
      insteadForNull: (criterion: Criterion) => (isOf(criterion) ? false : undefined),
    },
  ];
});

/** Bounds that both strict, or both other, operators of order treat alike. */
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

/** Negations forgotten, or nulls treated in another way than the target usually does. */
const negations: readonly ExportReading[] = [
  {
    id: 'operators.negations.forgotten',
    clause: 'EXP-FILT-3',
    requires: 'each must select the records with another value',
    sentence:
      '`NOT` is ignored: `NOT LIKE`, `NOT ILIKE`, `NOT IN` and `NOT BETWEEN` are not negated',
    touches: (question) => criteriaOf(question).some(({ operator }) => operator.startsWith('NOT ')),
    question: onEachCriterion((criterion) =>
      criterion.operator.startsWith('NOT ')
        ? { ...criterion, operator: positiveOf(criterion.operator) }
        : criterion,
    ),
  },
];

const emptyIsNull: ExportReading = {
  id: 'operators.is.takes-empty-texts',
  clause: 'EXP-FILT-8',
  sentence: '`IS NULL` takes an empty text for null, and so does `IS NOT NULL`',
  touches: (question) => criteriaOf(question).some(({ value }) => value === null),
  instead: ({ operator, value }) => {
    if (value !== null) return undefined;
    return operator === 'IS' ? (cell) => cell === '' : (cell) => cell !== '';
  },
};

const nullIsText: ExportReading = {
  id: 'operators.is.compares-with-a-text',
  clause: 'EXP-FILT-8',
  sentence: '`IS` and `IS NOT` compare with the text `NULL` instead of null',
  touches: (question) => criteriaOf(question).some(({ value }) => value === null),
  instead: ({ operator, value }) => {
    if (value !== null) return undefined;
    return operator === 'IS' ? (cell) => cell === 'NULL' : (cell) => cell !== 'NULL';
  },
  insteadForNull: ({ operator, value }) => (value === null ? operator !== 'IS' : undefined),
};

/** Numbers that every operator of order and every range compares as texts. */
const numbersAsTexts: ExportReading = {
  id: 'operators.order.numbers-as-texts',
  clause: 'EXP-FILT-2',
  sentence: 'numbers are compared as texts by `>`, `<`, `>=`, `<=` and `BETWEEN`',
  touches: (question) =>
    criteriaOf(question).some(({ operator }) => /^(?:[<>]=?|(?:NOT )?BETWEEN)$/.test(operator)),
  instead: ({ operator, value }, column) => {
    if (column.kind !== 'number' || value === null) return undefined;
    const [low = '', high = ''] = (typeof value === 'object' ? value : [value]).map(String);
    const isWithin = (cell: Scalar): boolean => String(cell) >= low && String(cell) <= high;
    switch (operator) {
      case '>':
        return (cell) => String(cell) > low;
      case '>=':
        return (cell) => String(cell) >= low;
      case '<':
        return (cell) => String(cell) < low;
      case '<=':
        return (cell) => String(cell) <= low;
      case 'BETWEEN':
        return isWithin;
      case 'NOT BETWEEN':
        return (cell) => !isWithin(cell);
      default:
        return undefined;
    }
  },
};

const swappedNulls: ExportReading = {
  id: 'operators.is.swapped',
  clause: 'EXP-FILT-8',
  sentence: '`IS NULL` and `IS NOT NULL` are swapped',
  touches: (question) => criteriaOf(question).some(({ value }) => value === null),
  question: onEachCriterion((criterion) =>
    criterion.value === null
      ? { ...criterion, operator: criterion.operator === 'IS' ? 'IS NOT' : 'IS' }
      : criterion,
  ),
};

/** Numbers that are compared as texts or as integers, with every operator of order. */
const ORDERS: Scope = {
  id: 'orders',
  name: '`>`, `<`, `>=` and `<=`',
  has: (operator) => ['>', '<', '>=', '<='].includes(operator),
};
const SHARED_ORDERS = Object.keys(operatorReadings['>'].wrong);
const ofAllOrders: readonly ExportReading[] = SHARED_ORDERS.map((name) => ({
  id: `operators.orders.${slug(name)}`,
  clause: 'EXP-FILT-2',
  sentence: sentenceOf(ORDERS, name),
  touches: (question) => criteriaOf(question).some(({ operator }) => ORDERS.has(operator)),
  instead: (criterion: Criterion, column: Column, rules: Rules) => {
    if (!ORDERS.has(criterion.operator) || !isPositive(criterion.operator)) return undefined;
    const found = operatorReadings[criterion.operator].wrong[name];
    return found && evaluate(found, criterion, column, rules);
  },
}));

/** Texts that look like numbers are compared as numbers, as a loose comparison does. */
const looseEquality: ExportReading = {
  id: 'operators.equality.loose-numbers',
  clause: 'EXP-FILT-1',
  sentence: 'texts that look like numbers are compared as numbers: `007` equals `7`',
  touches: (question) =>
    criteriaOf(question).some(({ operator }) => ['=', '!=', 'IN', 'NOT IN'].includes(operator)),
  instead: (criterion, column) => {
    const { operator, value } = criterion;
    if (!['=', '!=', 'IN', 'NOT IN'].includes(operator) || value === null) return undefined;
    if (column.kind === 'number') return undefined;
    const wanted = typeof value === 'object' ? value : [value];
    const number = (text: Scalar): number =>
      String(text).trim() === '' ? Number.NaN : Number(text);
    const holds = (cell: Scalar): boolean =>
      wanted.some((one) => String(one) === String(cell) || number(one) === number(cell));
    return isNegation(operator) ? (cell) => !holds(cell) : holds;
  },
};

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
  ...ALL.filter((operator) => operator !== 'IS' && operator !== 'IS NOT').map((operator) => ({
    id: slug(operator),
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

/** Other readings say the same. */
const SAID_OTHERWISE = new Set([
  ...Object.keys(TEXT_CLASSES),
  'is off at the boundary',
  'is reversed',
  'means the opposite',
]);

export const operatorMistakes: readonly ExportReading[] = [
  ...withoutWildcards,
  ...wrongPatterns,
  ...ofAllOrders,
  looseEquality,
  numbersAsTexts,
  swappedNulls,
  emptyIsNull,
  nullIsText,
  ...negations,
  ...bounds,
  ...nulls,
  ...lost,
  ...asAnother(SCALAR),
  ...asAnother(LIST),
  ...POSITIVES.flatMap((positive) =>
    Object.entries(operatorReadings[positive].wrong)
      .filter(([name]) => !SAID_OTHERWISE.has(name))
      .flatMap(([name, wrong]) => wrongly(positive, name, wrong)),
  ),
];
