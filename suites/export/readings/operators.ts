/** Readings of operators: one is evaluated as another, or wrongly in one way. */

import {
  criteriaOf,
  isNegation,
  negationOf,
  type Operator,
  operators,
  type PositiveOperator,
  positiveOf,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { pattern } from '../model/oracle/wildcards.js';
import { list, NUMBER_REDUCTIONS, TEXT_REDUCTIONS } from '../wrong-readings/comparison-readings.js';
import { among, operatorReadings } from '../wrong-readings/operator-readings.js';
import { clauseOf, evaluate, operatorSlug, sentenceOf, type Wrong } from './evaluation.js';
import { listedReadings } from './listed.js';
import { lostReadings } from './lost-operators.js';
import { nullReadings } from './nulls.js';
import { AS_TEXT, orderReadings } from './orders.js';
import { type ExportReading, onEachCriterion } from './reading.js';
import { EQUALITY, PATTERNS, type Scope, single, withNegation } from './scopes.js';

const POSITIVES = Object.keys(operatorReadings) as readonly PositiveOperator[];

/** The operators with which a mistake of an operator is made. */
function scopesOf(positive: PositiveOperator): readonly Scope[] {
  const negation = negationOf(positive);
  return negation === undefined
    ? [single(positive)]
    : [single(positive), single(negation), withNegation(positive, negation)];
}

/** Makes the readings of one mistake of an operator: in each scope, and for each kind of values. */
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
    return ['=', 'IN', 'BETWEEN'].includes(positive)
      ? [reading, ofKind('text', 'in texts'), ofKind('number', 'in numbers')]
      : [reading];
  });

const hasListInPath = ({ route }: ProductsQuestion): boolean =>
  typeof route === 'object' && !isUnknown(route) && route.value.includes(',');

const readingOf = (
  scope: Scope,
  positive: PositiveOperator,
  name: string,
  wrong: Wrong,
): ExportReading => ({
  id: `operators.${scope.id}.${operatorSlug(name)}`,
  clause: clauseOf(positive),
  mistake: `${positive} ${name}`,
  // Such names say which records come, but the negation selects the other records.
  sentence:
    !scope.has(positive) && /^(?:leaves out|finds|matches)/.test(name)
      ? `${scope.name} negates ${/^I/.test(positive) ? 'an' : 'a'} \`${positive}\` that ${name}`
      : sentenceOf(scope.name, name),
  touches: (question) =>
    criteriaOf(question).some(({ operator, value }) => scope.has(operator) && value !== null),
  instead: (criterion, column, rules) =>
    scope.has(criterion.operator) ? evaluate(wrong, criterion, column, rules) : undefined,
});

const PATTERN_SCOPES: readonly Scope[] = [PATTERNS, ...scopesOf('LIKE'), ...scopesOf('ILIKE')];

/**
 * Mistakes with patterns that a server makes with several operators together. `change` makes a
 * wrong operator of a pattern; `matches` is the right one.
 */
const ofPatterns = (
  name: string,
  change: (pattern: string, matches: Wrong) => (cell: Scalar) => boolean,
): readonly ExportReading[] =>
  PATTERN_SCOPES.map((scope): ExportReading => {
    const { LIKE, ILIKE } = operatorReadings;
    return {
      id: `operators.${scope.id}.${operatorSlug(name)}`,
      clause: 'EXP-FILT-3',
      mistake: `patterns ${name}`,
      sentence: `with ${scope.name}, ${name}`,
      touches: (question) => criteriaOf(question).some(({ operator }) => scope.has(operator)),
      instead: (criterion, column, rules) => {
        if (!scope.has(criterion.operator)) return undefined;
        const { right } = positiveOf(criterion.operator) === 'LIKE' ? LIKE : ILIKE;
        return evaluate((asked) => change(String(asked), right), criterion, column, rules);
      },
    };
  });

/** The wrong readings that `LIKE` and `ILIKE` share, if the server makes them with all patterns. */
const wrongPatterns: readonly ExportReading[] = Object.keys(operatorReadings.LIKE.wrong)
  .filter((name) => name in operatorReadings.ILIKE.wrong && name !== 'means the opposite')
  .map((name): ExportReading => {
    const { LIKE, ILIKE } = operatorReadings;
    return {
      id: `operators.patterns.${operatorSlug(name)}`,
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

/**
 * Patterns whose wildcards are not those of LIKE. Two private characters stand for `%` and `_`
 * where they must match themselves. A regular expression is tried with and without the flag `u`.
 */
const withoutWildcards: readonly ExportReading[] = [
  ...ofPatterns('`%` and `_` match only themselves', (pattern, right) => {
    const escaped = pattern.replaceAll('%', '\ue025').replaceAll('_', '\ue05f');
    const holds = right(escaped);
    return (cell) => holds(String(cell).replaceAll('%', '\ue025').replaceAll('_', '\ue05f'));
  }),
  ...ofPatterns('the pattern without its wildcards may be anywhere', (pattern, right) =>
    right(`%${pattern.replace(/[%_]/g, '')}%`),
  ),
  ...['su', 's'].flatMap((flags) =>
    ofPatterns('a pattern is read as a regular expression', (pattern, right) => {
      const isCaseIgnored = right('a')('A');
      const source = pattern.replaceAll('%', '.*').replaceAll('_', '.');
      try {
        const expression = new RegExp(`^(?:${source})$`, isCaseIgnored ? `i${flags}` : flags);
        return (cell) => expression.test(String(cell));
      } catch {
        return () => false;
      }
    }).map((reading) => ({ ...reading, id: `${reading.id}.${flags}` })),
  ),
  ...ofPatterns('every pattern matches', () => () => true),
  ...ofPatterns('no pattern matches', () => () => false),
];

const SCALAR = operators.filter((one) => takes(one, 'value', 'bound', 'pattern'));
const LIST = operators.filter((one) => takes(one, 'list', 'range'));

const isOpposite = (one: Operator, other: Operator): boolean =>
  positiveOf(one) === positiveOf(other);

/** Operators that are evaluated as another one that takes the same form of value. */
const asAnother = (alike: readonly Operator[]): readonly ExportReading[] =>
  alike.flatMap((from) =>
    alike
      .filter((to) => to !== from)
      // The negation of an operator comes first: it is likely if nothing tells mistakes apart.
      .toSorted((a, b) => Number(isOpposite(b, from)) - Number(isOpposite(a, from)))
      .map(
        (to): ExportReading => ({
          id: `operators.${operatorSlug(from)}.read-as-${operatorSlug(to)}`,
          clause: clauseOf(from),
          sentence: `\`${from}\` is evaluated as \`${to}\``,
          touches: (question) => criteriaOf(question).some(({ operator }) => operator === from),
          // What a backslash of a pattern means is open.
          ...(takes(from, 'value') && takes(to, 'pattern') ? { opens: true as const } : {}),
          question: onEachCriterion((criterion) =>
            criterion.operator === from ? { ...criterion, operator: to } : criterion,
          ),
        }),
      ),
  );

/** Stands for a character of a text that must match itself. No text of the data has it. */
const ITSELF = '\ue000';

/** Makes a wrong equality in which one of `%` and `_` is a wildcard, and `other` is not. */
const wildcardBut =
  (other: '%' | '_'): Wrong =>
  (asked) => {
    const hidden = (text: Scalar): string => String(text).replaceAll(other, ITSELF);
    const matches = list(asked).map((value) => pattern(hidden(value)));
    return (cell) => matches.some((match) => match(hidden(cell)));
  };

/**
 * Mistakes with values, lists and ranges that are not in `operatorReadings`, because no questions
 * need to be chosen for them: common values show them.
 */
const MORE: readonly (readonly [PositiveOperator, name: string, Wrong])[] = [
  ['=', 'takes % as a wildcard', wildcardBut('_')],
  ['=', 'takes _ as a wildcard', wildcardBut('%')],
  ['IN', 'takes % as a wildcard', wildcardBut('_')],
  ['IN', 'takes _ as a wildcard', wildcardBut('%')],
  [
    'IN',
    'finds nothing for several values',
    among((values) => (new Set(values).size > 1 ? [] : values)),
  ],
  [
    'IN',
    'ignores the last of several values',
    among((values) => (values.length > 1 ? values.slice(0, -1) : values)),
  ],
  [
    'IN',
    'ignores the first of several values',
    among((values) => (values.length > 1 ? values.slice(1) : values)),
  ],
  [
    'IN',
    'compares the values as one text, joined with commas',
    (asked) => {
      const joined = list(asked).join(',');
      // A database reads the number at the beginning of a text.
      return (cell) =>
        typeof cell === 'number' ? cell === Number.parseFloat(joined) : cell === joined;
    },
  ],
  [
    'BETWEEN',
    'swaps its bounds',
    (asked) => {
      const [low = Number.NaN, high = Number.NaN] = list(asked).map(Number);
      return (cell) => Number(cell) >= high && Number(cell) <= low;
    },
  ],
];

const more: readonly ExportReading[] = MORE.flatMap((one) => wrongly(...one));

/** `looseEquality` states the mistake with texts that look like numbers. */
const REDUCTIONS = [...Object.keys(TEXT_REDUCTIONS), ...Object.keys(NUMBER_REDUCTIONS)].filter(
  (name) => name !== 'as the number that they look like',
);
const OF_PARTS = ['matches a part', 'matches a beginning', 'takes % and _ as wildcards'];

/** These mistakes of `=`, made with each value of a list as well. */
const ofEachValue = (names: readonly string[]): readonly (readonly [name: string, Wrong])[] =>
  Object.entries(operatorReadings['='].wrong)
    .filter(([name]) => names.includes(name))
    .map(([name, wrong]) => {
      const ofEach: Wrong = (asked) => {
        const tests = list(asked).map((value) => wrong(value));
        return (cell) => tests.some((holds) => holds(cell));
      };
      return [name, ofEach];
    });

/** Mistakes that a server makes wherever it compares values for equality, or only in lists. */
const equalities: readonly ExportReading[] = [
  ...ofEachValue([...REDUCTIONS, ...OF_PARTS]).map(([name, wrong]) =>
    readingOf(EQUALITY, '=', name, wrong),
  ),
  ...ofEachValue(REDUCTIONS).flatMap(([name, wrong]) =>
    scopesOf('IN').map((scope) => readingOf(scope, 'IN', name, wrong)),
  ),
];

/** Negations that are not applied. */
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

/** A column may ignore letter case by itself, so the mistake shows only on the others. */
const caseByColumn: ExportReading = {
  id: 'operators.ilike.by-column',
  clause: 'EXP-FILT-5',
  sentence: '`ILIKE` is evaluated as `LIKE`, so that the column decides about letter case',
  touches: (question) =>
    criteriaOf(question).some(({ operator }) => positiveOf(operator) === 'ILIKE'),
  // It is not known of each column whether it ignores letter case.
  opens: true,
  question: onEachCriterion((criterion) =>
    positiveOf(criterion.operator) === 'ILIKE'
      ? { ...criterion, operator: isNegation(criterion.operator) ? 'NOT LIKE' : 'LIKE' }
      : criterion,
  ),
};

/** Texts that look like numbers are compared as numbers, as a loose comparison does. */
const looseEquality: ExportReading = {
  id: 'operators.equality.loose-numbers',
  clause: 'EXP-FILT-1',
  sentence: 'texts that look like numbers are compared as numbers: `007` equals `7`',
  touches: (question) =>
    criteriaOf(question).some(({ operator }) => takes(operator, 'value', 'list')),
  instead: (criterion, column) => {
    const { operator, value } = criterion;
    if (!takes(operator, 'value', 'list') || value === null) return undefined;
    if (column.kind === 'number') return undefined;
    const wanted = typeof value === 'object' ? value : [value];
    const number = (text: Scalar): number =>
      String(text).trim() === '' ? Number.NaN : Number(text);
    const holds = (cell: Scalar): boolean =>
      wanted.some((one) => String(one) === String(cell) || number(one) === number(cell));
    return isNegation(operator) ? (cell) => !holds(cell) : holds;
  },
};

/** Mistakes of `operatorReadings` that other readings state. */
const SAID_OTHERWISE = new Set([
  AS_TEXT,
  ...Object.keys(TEXT_CLASSES),
  'is off at the boundary',
  'is reversed',
  'means the opposite',
]);

export const operatorMistakes = (
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...withoutWildcards,
  looseEquality,
  ...orderReadings(known),
  ...nullReadings(known),
  ...negations,
  caseByColumn,
  ...listedReadings(violated),
  ...more,
  ...lostReadings,
  ...asAnother(SCALAR),
  ...asAnother(LIST),
  ...POSITIVES.flatMap((positive) =>
    Object.entries(operatorReadings[positive].wrong)
      .filter(([name]) => !SAID_OTHERWISE.has(name))
      .flatMap(([name, wrong]) => wrongly(positive, name, wrong)),
  ),
  // These are named only if nothing narrower explains as much.
  ...equalities,
  ...wrongPatterns,
];
