/** Readings of the legacy filtered route, whose path contains a column and values. */

import { type Criterion, type Filter, only, where } from '../../../src/protocol/export/filter.js';
import { encode } from '../../../src/protocol/export/query-string.js';
import {
  type FilteredRoute,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { Known } from '../model/data.js';
import { expectedRecords } from '../model/expected-records.js';
import { cellValue } from '../model/oracle/column.js';
import { withoutAccents } from '../model/oracle/equality.js';
import { filterIn } from '../model/request.js';
import { list } from '../wrong-readings/comparison-readings.js';
import { CLASSES } from './classes.js';
import { evaluate } from './evaluation.js';
import type { ExportReading } from './reading.js';
import { kebab, REMOVED, REWRITES } from './values.js';

interface RequestOfPath extends ProductsQuestion {
  readonly route: FilteredRoute;
}

const isOfPath = (question: ProductsQuestion): question is RequestOfPath =>
  typeof question.route === 'object' && !isUnknown(question.route);

/** Makes a mistake: the server returns the response for another value in the path. */
const rewriting = (
  id: string,
  words: string,
  change: (value: string) => string,
): ExportReading => ({
  id: `paths.${id}`,
  clause: 'EXP-ROUTE-3',
  also: ['EXP-ROUTE-4', 'EXP-AUTH-8'],
  sentence: `the value in the path of the legacy filtered route ${words}`,
  touches: (question) =>
    isOfPath(question) && change(question.route.value) !== question.route.value,
  question: (question) =>
    isOfPath(question)
      ? { ...question, route: { ...question.route, value: change(question.route.value) } }
      : question,
});

/** Mistakes by which only a part of a list in the path is read. */
const wholeValues: readonly ExportReading[] = [
  rewriting('last', 'is read from the last comma on', (value) => value.split(',').at(-1) ?? ''),
  ...['first', 'second', 'third', 'fourth', 'fifth'].map((which, at) =>
    rewriting(which, `is cut at the ${which} comma`, (value) =>
      value
        .split(',')
        .slice(0, at + 1)
        .join(','),
    ),
  ),
];

/** In many languages a number is read up to the first other character. */
const firstNumber: ExportReading = {
  id: 'paths.first-number',
  clause: 'EXP-ROUTE-4',
  also: ['EXP-ROUTE-3', 'EXP-AUTH-8'],
  sentence:
    'several numbers in the path of the legacy filtered route are read as the first of them',
  touches: (question) => isOfPath(question) && question.route.value.includes(','),
  question(question, { survey }) {
    if (!isOfPath(question)) return question;
    const { column, value } = question.route;
    return survey.columns.get(column)?.kind === 'number'
      ? { ...question, route: { column, value: value.split(',')[0] ?? '' } }
      : question;
  },
};

/**
 * The whole value is compared as one text. In a column of numbers it counts as its first number, or
 * matches nothing.
 */
const unsplit: readonly ExportReading[] = (['none', 'first'] as const).map((ofNumbers) => ({
  id: `paths.unsplit.${ofNumbers}`,
  mistake: 'paths.unsplit',
  clause: 'EXP-ROUTE-4',
  also: ['EXP-ROUTE-3', 'EXP-AUTH-8'],
  sentence: 'the value in the path of the legacy filtered route is not split at commas',
  touches: (question) => isOfPath(question) && question.route.value.includes(','),
  question(question, known) {
    if (!isOfPath(question)) return question;
    const { column, value } = question.route;
    const isNumber = known.survey.columns.get(column)?.kind === 'number';
    const first = where(column, '=', value.split(',')[0] ?? '');
    // No record meets both criteria.
    const none = only(where(column, 'IS', null), where(column, 'IS NOT', null));
    const ofNumber = ofNumbers === 'first' ? only(first) : none;
    return {
      ...question,
      route: 'legacy',
      filter: isNumber ? ofNumber : only(where(column, '=', value)),
    };
  },
}));

/** A record must have every value of the list. */
const allParts: ExportReading = {
  id: 'paths.all-parts',
  clause: 'EXP-ROUTE-4',
  also: ['EXP-ROUTE-3', 'EXP-AUTH-8'],
  sentence: 'several values in the path of the legacy filtered route are combined by AND',
  touches: (question) => isOfPath(question) && question.route.value.includes(','),
  question(question) {
    if (!isOfPath(question)) return question;
    const { column, value } = question.route;
    const criteria = value.split(',').map((part) => where(column, '=', part));
    return { ...question, route: 'legacy', filter: only(...criteria) };
  },
};

/** The text behind the first comma is one value, which no number equals. */
const splitOnce: ExportReading = {
  id: 'paths.split-once',
  clause: 'EXP-ROUTE-4',
  also: ['EXP-ROUTE-3'],
  sentence: 'the value in the path of the legacy filtered route is split at its first comma alone',
  touches: (question) => isOfPath(question) && question.route.value.split(',').length > 2,
  question(question, known) {
    if (!isOfPath(question)) return question;
    const { column, value } = question.route;
    const [first = '', ...others] = value.split(',');
    const isNumber = known.survey.columns.get(column)?.kind === 'number';
    const values = isNumber ? [first] : [first, others.join(',')];
    return { ...question, route: 'legacy', filter: only(where(column, 'IN', values)) };
  },
};

/** A condition such as `if (value)` takes 0 for no value, so that every record comes. */
const zeroIsNone: readonly ExportReading[] = [
  { id: 'alone', isZero: (value: string) => value === '0' },
  { id: 'first', isZero: (value: string) => value.split(',')[0] === '0' },
].map(({ id, isZero }) => ({
  id: `paths.zero-is-none.${id}`,
  mistake: 'paths.zero-is-none',
  clause: 'EXP-ROUTE-3',
  also: ['EXP-ROUTE-4'],
  sentence:
    'a 0 in the path of the legacy filtered route counts as no value, so every record comes',
  touches: (question) => isOfPath(question) && isZero(question.route.value),
  question: (question) =>
    isOfPath(question) && isZero(question.route.value)
      ? { ...question, route: 'legacy' }
      : question,
}));

/** What a server does with each text of the path before it compares it. */
const rewrittenParts: readonly ExportReading[] = Object.entries(REWRITES).map(([name, change]) => {
  const [verb, ...rest] = name.split(' ');
  return {
    ...rewriting(`rewrite-${kebab(name)}`, '', (value) => value.split(',').map(change).join(',')),
    respects: REMOVED[name],
    // Nothing tells apart at which end blanks are removed, if they are at both.
    mistake: name.startsWith('remove blanks') ? 'paths.rewrite-blanks' : `paths.rewrite ${name}`,
    sentence: `in the path of the legacy filtered route the server ${verb}s ${rest.join(' ')}`,
  };
});

/** Values of a kind find no record. */
const lostValues: readonly ExportReading[] = Object.entries(CLASSES).map(([name, shape]) => {
  const kept = ({ value }: FilteredRoute): readonly string[] =>
    value.split(',').filter((part) => !shape.test(part));
  return {
    id: `paths.matches-nothing.${kebab(name)}`,
    clause: 'EXP-ROUTE-3',
    also: ['EXP-ROUTE-4', 'EXP-AUTH-8'],
    sentence: `in the path of the legacy filtered route a value with ${name} matches nothing`,
    isEffect: true,
    touches: (question) =>
      isOfPath(question) && kept(question.route).join(',') !== question.route.value,
    question(question) {
      if (!isOfPath(question)) return question;
      const { column } = question.route;
      const values = kept(question.route);
      // No record meets both criteria.
      const none = only(where(column, 'IS', null), where(column, 'IS NOT', null));
      return values.length === 0
        ? { ...question, route: 'legacy', filter: none }
        : { ...question, route: { column, value: values.join(',') } };
    },
  };
});

/** One value of a list that occurs in no record empties the result. */
const absentValues: ExportReading = {
  id: 'paths.absent-values-empty-the-list',
  clause: 'EXP-ROUTE-4',
  sentence:
    'a list in the path of the legacy filtered route matches nothing if one of its values is in no record',
  touches: (question) => isOfPath(question) && question.route.value.includes(','),
  response({ question, page }, known) {
    if (page === undefined || !isOfPath(question)) return undefined;
    const { route } = question;
    const counts = route.value.split(',').map((value) => countOf({ ...route, value }, known));
    const hasAbsent = counts.includes(0) && counts.some((count) => count > 0);
    return hasAbsent ? page.records.length === 0 : undefined;
  },
};

function countOf(route: FilteredRoute, known: Known): number {
  const filter = filterIn({ route }, known) ?? { groups: [] };
  return expectedRecords(filter, known.survey, known.comparisonRules).required.length;
}

/**
 * The value of the path is compared in its percent-encoded form. A server may refuse an encoded
 * value, so only the number of records is compared, and not the response.
 */
const undecodedPaths: readonly ExportReading[] = (
  [
    ['any', 'is not percent-decoded', /./s],
    // Go keeps the encoded path beside the decoded one only if it escapes one of these characters.
    [
      'reserved',
      'is not percent-decoded if it has an escaped `$`, `&`, `+`, `:`, `=` or `@`',
      /[$&+:=@]/,
    ],
  ] satisfies readonly (readonly [string, string, RegExp])[]
).map(([id, sentence, escaped]) => {
  const undecoded = (value: string): string =>
    escaped.test(value) ? value.split(',').map(encode).join(',') : value;
  return {
    id: `paths.undecoded.${id}`,
    mistake: 'paths.undecoded',
    clause: 'EXP-ROUTE-3',
    also: ['EXP-ROUTE-4', 'EXP-AUTH-8'],
    sentence: `the value in the path of the legacy filtered route ${sentence}`,
    touches: (question) =>
      isOfPath(question) && undecoded(question.route.value) !== question.route.value,
    response({ question, page }, known) {
      if (page === undefined || !isOfPath(question)) return undefined;
      const { route } = question;
      const predicted = countOf({ ...route, value: undecoded(route.value) }, known);
      return predicted === countOf(route, known) ? undefined : page.records.length === predicted;
    },
  };
});

/** The path is decoded like a form, in which an unencoded plus means a blank. */
const rawPlus: ExportReading = {
  ...rewriting('raw-plus', '', (value) => value.replaceAll('+', ' ')),
  sentence:
    'an unencoded `+` in the path of the legacy filtered route is read as a blank, as in a form',
  touches: (question) => isOfPath(question) && question.route.rawPlus === true,
  response({ question, page }, known) {
    if (page === undefined || !isOfPath(question) || countOf(question.route, known) > 0)
      return undefined;
    const { column, value } = question.route;
    // The collation of the column may ignore letter case and accents.
    const plain = (cell: unknown): string => withoutAccents(textOfValue(cell)).toLowerCase();
    const read = plain(value.replaceAll('+', ' '));
    const cells = page.records.map((record) => cellValue(record, column));
    return cells.length > 0 && cells.every((cell) => plain(cell) === read);
  },
};

/** In many languages the end of a pattern also matches before a final line break. */
const finalLineBreak: ExportReading = {
  ...rewriting('final-line-break', '', (value) => value.replace(/\n$/, '')),
  sentence:
    'a line break at the end of the value in the path of the legacy filtered route is dropped',
  isPlain: true,
};

/** The legacy filtered route selects other records than those with one of the values. */
const pathFilters: readonly ExportReading[] = (
  [
    ['ignored', 'returns the whole list: the value in the path is ignored', () => undefined],
    ['negated', 'returns the records without the value in its path', negatedPath],
    ['parts', 'also finds the value in its path within a longer text', patternOf('%', '%')],
    ['beginnings', 'also finds texts that begin with the value in its path', patternOf('', '%')],
    ['endings', 'also finds texts that end with the value in its path', patternOf('%', '')],
    ['case', 'ignores the letter case of the value in its path', patternOf('', '', 'ILIKE')],
    ['wildcards', 'takes `%` and `_` in its path for wildcards', patternOf('', '')],
  ] satisfies readonly (readonly [string, string, (criterion: Criterion) => Filter | undefined])[]
).map(([id, sentence, change]) => ({
  id: `paths.filter-${id}`,
  clause: 'EXP-ROUTE-3',
  also: ['EXP-ROUTE-4', 'EXP-AUTH-8'],
  sentence: `the legacy filtered route ${sentence}`,
  touches: isOfPath,
  question(question, known) {
    const [criterion] = filterIn(question, known)?.groups[0]?.criteria ?? [];
    return criterion === undefined
      ? question
      : { ...question, route: 'legacy', filter: change(criterion) };
  },
}));

/** The same, where `%` and `_` of the value are no wildcards. */
const literalParts: readonly ExportReading[] = (
  [
    ['parts', 'within a longer text', (cell, value) => cell.includes(value)],
    ['beginnings', 'at the beginning of a longer text', (cell, value) => cell.startsWith(value)],
    ['endings', 'at the end of a longer text', (cell, value) => cell.endsWith(value)],
  ] satisfies readonly (readonly [string, string, (cell: string, value: string) => boolean])[]
).map(([id, words, holds]) => ({
  id: `paths.filter-${id}.literally`,
  mistake: `paths.filter-${id}`,
  clause: 'EXP-ROUTE-3',
  also: ['EXP-ROUTE-4', 'EXP-AUTH-8'],
  sentence: `the legacy filtered route also finds the value in its path ${words}`,
  touches: isOfPath,
  instead: (criterion, column, rules) =>
    column.kind === 'text'
      ? evaluate(
          (asked) => (cell) => list(asked).some((value) => holds(String(cell), String(value))),
          { ...criterion, operator: 'IN' },
          column,
          rules,
        )
      : undefined,
}));

function negatedPath(criterion: Criterion): Filter {
  return only({ ...criterion, operator: 'NOT IN' });
}

/** Makes a filter for texts that match one of the values between two wildcards. */
function patternOf(before: string, after: string, operator: 'LIKE' | 'ILIKE' = 'LIKE') {
  return ({ column, value }: Criterion): Filter => {
    const values = [value ?? []].flat();
    return {
      groups: [
        {
          mode: 'OR',
          criteria: values.map((one) =>
            typeof one === 'number'
              ? where(column, '=', one)
              : where(column, operator, `${before}${one}${after}`),
          ),
        },
      ],
    };
  };
}

export const pathReadings: readonly ExportReading[] = [
  ...wholeValues,
  firstNumber,
  ...unsplit,
  allParts,
  ...zeroIsNone,
  splitOnce,
  finalLineBreak,
  ...rewrittenParts,
  ...lostValues,
  ...undecodedPaths,
  rawPlus,
  absentValues,
  ...pathFilters,
  ...literalParts,
];
