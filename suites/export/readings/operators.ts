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
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Column } from '../model/oracle/column.js';
import { type Equality, isExact, reducedText, TRAITS } from '../model/oracle/equality.js';
import { TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { NUMBER_REDUCTIONS, TEXT_REDUCTIONS } from '../wrong-readings/comparison-readings.js';
import { operatorReadings } from '../wrong-readings/operator-readings.js';
import { criteriaOf, type ExportReading, onEachCriterion, valuesOf } from './reading.js';
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

const AS_TEXT = 'compares as text';

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
  const { kind } = column;
  const isOfTimes = isOfOrder && hasTimes(column);
  const isOfOneBound = positive === 'BETWEEN' && hasOneBound(value);
  const isDefined =
    isOfTimes ||
    (kind === 'number' && !isOfPattern) ||
    (kind === 'text' && (!isOfOrder || isOfOneBound));
  if (value === null || !isDefined || !isPositive(positive)) return undefined;
  const { right } = operatorReadings[positive];
  const under = (fold: (value: Scalar) => Scalar) => {
    const asked = typeof value === 'object' ? value.map(fold) : fold(value);
    const [holds, shouldHold] = [wrong(asked), right(asked)];
    return (cell: Scalar): boolean | undefined => {
      const held = holds(fold(cell));
      // The mistake does not change what the server does with this value.
      return held === shouldHold(fold(cell)) ? undefined : held !== isNegation(operator);
    };
  };
  if (kind !== 'text') return under(isOfTimes ? timeOf : asItIs);
  const equality = equalityOf(positive, column, rules);
  const foldBy = (unknown: 'kept' | 'folded'): ((value: Scalar) => Scalar) => {
    const fold = foldedBy(equality, unknown);
    if (!isOfOneBound) return fold;
    const bound = fold(valuesOf({ column: column.name, operator, value })[0] ?? '');
    return (cell) => (fold(cell) === bound ? 0 : Number.NaN);
  };
  const least = under(foldBy('kept'));
  const most = under(foldBy('folded'));
  return (cell: Scalar) => agreed(least(cell), most(cell));
}

/** Whether a value is selected may depend on traits of which it is unknown whether they matter. */
const agreed = <T>(least: T, most: T): T | 'open' => (least === most ? least : 'open');

const hasOneBound = (value: Criterion['value']): boolean =>
  Array.isArray(value) && value.length === 2 && value[0] === value[1];

const timeOf = (value: Scalar): number => Date.parse(String(value));
const hasTimes = ({ kind, values }: Column): boolean =>
  kind === 'typed' && [...values.keys()].every((value) => Number.isFinite(timeOf(value)));

const equalityOf = (positive: Operator, { name }: Column, rules: Rules): Equality => {
  if (positive === 'LIKE') return rules.like(name);
  // ILIKE ignores letter case by itself.
  return positive === 'ILIKE'
    ? { ...rules.ilike(name), case: 'kept', dots: 'kept' }
    : rules.equals(name);
};

const asItIs = (value: Scalar): Scalar => value;
/** Removes the differences that the column ignores. `unknown`: how unknown traits are treated. */
function foldedBy(equality: Equality, unknown: 'kept' | 'folded') {
  const unsure = TRAITS.filter((trait) => equality[trait] === 'unknown');
  const sure = { ...equality, ...Object.fromEntries(unsure.map((trait) => [trait, unknown])) };
  return isExact(sure) ? asItIs : (value: Scalar) => reducedText(String(value), sure);
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
    const withPaths: ExportReading = {
      ...reading,
      id: `${reading.id}.and-paths`,
      also: ['EXP-ROUTE-4'],
      sentence: sentenceOf(
        `${scope.name.replace(' and ', ', ')} and a list in a legacy path`,
        name,
      ),
      touches: (question) => reading.touches(question) || hasListInPath(question),
    };
    if (positive === 'IN' && scope.has('IN'))
      return [withPaths, reading, ofKind('text', 'in texts'), ofKind('number', 'in numbers')];
    return positive === '=' || positive === 'IN'
      ? [reading, ofKind('text', 'in texts'), ofKind('number', 'in numbers')]
      : [reading];
  });

const hasListInPath = ({ route }: ProductsQuestion): boolean =>
  typeof route === 'object' && !isUnknown(route) && route.value.includes(',');

/** What is done to values, in words that a sentence can begin with. */
const asPredicate = (name: string): string => {
  if (name in TEXT_REDUCTIONS) return `compares texts ${name}`;
  return name in NUMBER_REDUCTIONS ? `compares numbers ${name}` : name;
};

const sentenceOf = (name: string, mistake: string): string =>
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
  sentence: sentenceOf(scope.name, name),
  touches: (question) =>
    criteriaOf(question).some(({ operator, value }) => scope.has(operator) && value !== null),
  instead: (criterion, column, rules) =>
    scope.has(criterion.operator) ? evaluate(wrong, criterion, column, rules) : undefined,
});

const PATTERN_SCOPES: readonly Scope[] = [PATTERNS, ...scopesOf('LIKE'), ...scopesOf('ILIKE')];

/** Mistakes with patterns that a server makes with several operators together. */
const ofPatterns = (
  name: string,
  change: (pattern: string, matches: Wrong) => (cell: Scalar) => boolean,
): readonly ExportReading[] =>
  PATTERN_SCOPES.map((scope): ExportReading => {
    const { LIKE, ILIKE } = operatorReadings;
    return {
      id: `operators.${scope.id}.${slug(name)}`,
      clause: 'EXP-FILT-3',
      mistake: `patterns ${name}`,
      sentence: `${scope.name}: ${name}`,
      touches: (question) => criteriaOf(question).some(({ operator }) => scope.has(operator)),
      instead: (criterion, column, rules) => {
        if (!scope.has(criterion.operator)) return undefined;
        const { right } = positiveOf(criterion.operator) === 'LIKE' ? LIKE : ILIKE;
        return evaluate((asked) => change(String(asked), right), criterion, column, rules);
      },
    };
  });

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
  ...ofPatterns('there are no wildcards: % and _ match only themselves', (pattern, right) => {
    const escaped = pattern.replaceAll('%', '\ue025').replaceAll('_', '\ue05f');
    const holds = right(escaped);
    return (cell) => holds(String(cell).replaceAll('%', '\ue025').replaceAll('_', '\ue05f'));
  }),
  ...ofPatterns('the pattern without its wildcards may be anywhere', (pattern, right) =>
    right(`%${pattern.replace(/[%_]/g, '')}%`),
  ),
  ...ofPatterns('every pattern matches', () => () => true),
  ...ofPatterns('no pattern matches', () => () => false),
];

const SCALAR = ['=', '!=', '>', '<', '>=', '<=', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'] as const;
const LIST = ['IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN'] as const;

const isOpposite = (one: Operator, other: Operator): boolean =>
  positiveOf(one) === positiveOf(other);

const asAnother = (operators: readonly Operator[]): readonly ExportReading[] =>
  operators.flatMap((from) =>
    operators
      .filter((to) => to !== from)
      // Where nothing tells them apart, the opposite is the likely one.
      .toSorted((a, b) => Number(isOpposite(b, from)) - Number(isOpposite(a, from)))
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

/** Values of lists that are joined with commas, and split again. */
const splitLists: readonly ExportReading[] = [
  { id: 'split', name: '', part: (text: string) => text },
  { id: 'split-and-trimmed', name: ' and trimmed', part: (text: string) => text.trim() },
].map(({ id, name, part }) => {
  const split = (criterion: Criterion): Criterion => {
    if (!Array.isArray(criterion.value)) return criterion;
    const value = criterion.value.flatMap((one) =>
      typeof one === 'string' ? one.split(',').map(part) : one,
    );
    return JSON.stringify(value) === JSON.stringify(criterion.value)
      ? criterion
      : { ...criterion, value };
  };
  return {
    id: `operators.lists.${id}`,
    clause: 'EXP-FILT-6',
    sentence: `the values of a list are split at commas${name}`,
    touches: (question) => criteriaOf(question).some((one) => split(one) !== one),
    question: onEachCriterion(split),
  };
});

/** The numbers of elements from which common parsers read a list otherwise. */
const LIST_SIZES = [10, 20, 50, 100] as const;

/** Lists with more values than a parser of query strings takes. */
const longLists: readonly ExportReading[] = LIST_SIZES.flatMap((most) => {
  const isLong = ({ operator, value }: Criterion): boolean =>
    operator.endsWith('IN') && Array.isArray(value) && value.length > most;
  const touches: ExportReading['touches'] = (question) => criteriaOf(question).some(isLong);
  return [
    {
      id: `operators.lists.longer-than-${most}.match-nothing`,
      clause: 'EXP-FILT-6',
      sentence: `a list of more than ${most} values matches nothing, and its negation everything`,
      touches,
      instead: (criterion) =>
        isLong(criterion) ? () => isNegation(criterion.operator) : undefined,
    },
    {
      id: `operators.lists.longer-than-${most}.cut`,
      clause: 'EXP-FILT-6',
      sentence: `a list is cut after ${most} values`,
      touches,
      question: onEachCriterion((criterion) =>
        isLong(criterion) ? { ...criterion, value: valuesOf(criterion).slice(0, most) } : criterion,
      ),
    },
    {
      id: `operators.lists.longer-than-${most}.ignored`,
      clause: 'EXP-FILT-6',
      sentence: `a criterion with a list of more than ${most} values is ignored`,
      touches,
      question: onEachCriterion((criterion) => (isLong(criterion) ? undefined : criterion)),
    },
  ];
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

/** `NULL` is bound as a parameter, so that it is a text. `spelling`: how null is sent. */
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

/** How a database or a language writes a number of a column as text. */
const NUMBER_TEXTS: Readonly<Record<string, (cell: Scalar, column: Column) => string>> = {
  'as-served': String,
  // Binary floating point in SQLite, Python and Ruby.
  'with-a-fraction': (cell, column) =>
    Number.isInteger(Number(cell)) && hasFractions(column) ? `${cell}.0` : String(cell),
  // DECIMAL with two digits.
  'with-two-decimals': (cell, column) =>
    hasFractions(column) ? Number(cell).toFixed(2) : String(cell),
};

const hasFractions = ({ values }: Column): boolean =>
  [...values.keys()].some((value) => !Number.isInteger(Number(value)));

const ORDER_SCOPES: readonly Scope[] = [
  {
    id: 'all',
    name: '`>`, `<`, `>=`, `<=` and `BETWEEN`',
    has: (operator) => /^(?:[<>]=?|(?:NOT )?BETWEEN)$/.test(operator),
  },
  {
    id: 'orders',
    name: '`>`, `<`, `>=` and `<=`',
    has: (operator) => /^[<>]=?$/.test(operator),
  },
  ...(['>', '<', '>=', '<='] as const).map((one) => ({
    id: slug(one),
    name: `\`${one}\``,
    has: (operator: Operator) => operator === one,
  })),
  { id: 'between', name: '`BETWEEN`', has: (operator) => operator.endsWith('BETWEEN') },
];

/** Numbers that operators of order compare as texts. */
const numbersAsTexts: readonly ExportReading[] = ORDER_SCOPES.flatMap((scope) =>
  Object.entries(NUMBER_TEXTS).map(
    ([form, textOf]): ExportReading => ({
      id: `operators.order.numbers-as-texts.${scope.id}.${form}`,
      mistake: 'operators.order.numbers-as-texts',
      clause: scope.id === 'between' ? 'EXP-FILT-5' : 'EXP-FILT-2',
      sentence: `numbers are compared as texts by ${scope.name}`,
      touches: (question) => criteriaOf(question).some(({ operator }) => scope.has(operator)),
      instead: ({ operator, value }, column) => {
        if (column.kind !== 'number' || value === null || !scope.has(operator)) return undefined;
        const [low = '', high = ''] = (typeof value === 'object' ? value : [value]).map(String);
        const text = (cell: Scalar): string => textOf(cell, column);
        const isWithin = (cell: Scalar): boolean => text(cell) >= low && text(cell) <= high;
        switch (operator) {
          case '>':
            return (cell) => text(cell) > low;
          case '>=':
            return (cell) => text(cell) >= low;
          case '<':
            return (cell) => text(cell) < low;
          case '<=':
            return (cell) => text(cell) <= low;
          case 'BETWEEN':
            return isWithin;
          default:
            return (cell) => !isWithin(cell);
        }
      },
    }),
  ),
);

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
const SHARED_ORDERS = Object.keys(operatorReadings['>'].wrong).filter((name) => name !== AS_TEXT);
const ofAllOrders: readonly ExportReading[] = SHARED_ORDERS.map((name) => ({
  id: `operators.orders.${slug(name)}`,
  clause: 'EXP-FILT-2',
  sentence: sentenceOf(ORDERS.name, name),
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
  AS_TEXT,
  ...Object.keys(TEXT_CLASSES),
  'is off at the boundary',
  'is reversed',
  'means the opposite',
]);

export const operatorMistakes = ({ nullSpelling = 'NULL' }: Known): readonly ExportReading[] => [
  ...withoutWildcards,
  ...wrongPatterns,
  ...ofAllOrders,
  looseEquality,
  ...numbersAsTexts,
  swappedNulls,
  emptyIsNull,
  ...nullIsText(nullSpelling),
  ...negations,
  ...bounds,
  ...longLists,
  ...splitLists,
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
