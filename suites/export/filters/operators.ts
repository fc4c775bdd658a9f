import {
  type Criterion,
  isNegation,
  NEGATED,
  type Operator,
  only,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import { fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { mayBeEnumeration, sortedNumbers, textsOf } from '../model/oracle/column.js';
import type { ExportCheck } from '../survey/ask.js';
import { kindsFor } from '../wrong-readings/candidate-values.js';
import { contrastsOf, distinguishingCriteria } from '../wrong-readings/distinguishing-criteria.js';
import { anyOf, discriminatingTexts, filtered, isOfRecords, literalsOf } from './filtered.js';
import { otherPatterns } from './literal-probes.js';

/**
 * Each operator with its clause, its name in ids, the most requests, and what the data must hold to
 * show it.
 */
const table: readonly (readonly [ValueOperator, ClauseId, string, most: number, needed: string])[] =
  [
    ['=', 'EXP-FILT-1', 'equal', 13, 'two records with different values in a column'],
    ['!=', 'EXP-FILT-1', 'not-equal', 13, 'two records with different values in a column'],
    [
      '>',
      'EXP-FILT-2',
      'greater',
      3,
      'three records with numbers such as 9, 10 and 100 in a column',
    ],
    ['<', 'EXP-FILT-2', 'less', 3, 'three records with numbers such as 9, 10 and 100 in a column'],
    [
      '>=',
      'EXP-FILT-2',
      'greater-or-equal',
      3,
      'three records with numbers such as 9, 10 and 100 in a column',
    ],
    [
      '<=',
      'EXP-FILT-2',
      'less-or-equal',
      3,
      'three records with numbers such as 9, 10 and 100 in a column',
    ],
    [
      'LIKE',
      'EXP-FILT-3',
      'like',
      8,
      'two records with different texts of several letters in a column',
    ],
    [
      'NOT LIKE',
      'EXP-FILT-3',
      'not-like',
      7,
      'two records with different texts of several letters in a column',
    ],
    [
      'ILIKE',
      'EXP-FILT-5',
      'ilike',
      8,
      'two records with different texts of several letters in a column',
    ],
    [
      'NOT ILIKE',
      'EXP-FILT-5',
      'not-ilike',
      7,
      'two records with different texts of several letters in a column',
    ],
    ['IN', 'EXP-FILT-6', 'in', 8, 'three records with different values in a column'],
    ['NOT IN', 'EXP-FILT-6', 'not-in', 7, 'three records with different values in a column'],
    ['BETWEEN', 'EXP-FILT-7', 'between', 7, 'three records with different numbers in a column'],
    [
      'NOT BETWEEN',
      'EXP-FILT-7',
      'not-between',
      3,
      'three records with different numbers in a column',
    ],
  ];

/**
 * Examples for each kind of column in turn, the most discriminating first. A negation is mostly
 * made of what it negates: after the first it is asked what the other had no room for.
 */
function examples(operator: ValueOperator, survey: Survey): readonly Criterion[] {
  const kinds = kindsFor(operator);
  const perKind = kinds.map((kind) => {
    const all = distinguishingCriteria(operator, kind, survey);
    if (!isNegation(operator)) return all;
    const most = table.find(([one]) => one === NEGATED[operator])?.[3] ?? 2;
    const asked = Math.ceil(most / kinds.length);
    return [...all.slice(0, 1), ...all.slice(asked), ...all.slice(1, asked)];
  });
  const longest = Math.max(...perKind.map((list) => list.length));
  if (longest === 0) return contrastsOf(operator, survey);
  return Array.from({ length: longest }, (_, index) =>
    perKind.flatMap((list) => list[index] ?? []),
  ).flat();
}

/**
 * Between a text and itself, both ends included, lies that text: the one thing that all collations
 * agree on.
 */
function textItself(survey: Survey): readonly Criterion[] {
  // Of lists that are written with commas, one that holds a comma cannot be written.
  return distinguishingCriteria('=', 'text', survey, 1, (text) => !text.includes(',')).flatMap(
    ({ column, value }) =>
      typeof value === 'string' ? [where(column, 'BETWEEN', [value, value])] : [],
  );
}

/** A text that holds a comma is one value of a list, where lists are not written with commas. */
function textWithComma(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'text')) {
    const [text, other] = [
      textsOf(column).find((value) => /\w, ?\w/.test(value)),
      textsOf(column)[0],
    ];
    if (text === undefined || other === undefined || text.length > 100) continue;
    return [where(column.name, 'IN', text === other ? [text] : [text, other])];
  }
  return [];
}

/**
 * Lists that begin alike: an answer that is kept for the first of their values is another one's.
 */
function alikeAtFirst(survey: Survey): readonly Criterion[] {
  const column = fitColumns(survey, 'number').find(({ values }) => values.size > 3);
  const [first, second, third] = column === undefined ? [] : sortedNumbers(column);
  if (column === undefined || first === undefined || second === undefined || third === undefined)
    return [];
  return [second, third].map((last) => where(column.name, 'BETWEEN', [first, last]));
}

/** A number that is one of the data where it is cut to 32 bits. */
function beyond32Bits(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'number')) {
    const numbers = sortedNumbers(column);
    const held = numbers.find((number) => number > 0 && Number.isInteger(number));
    const isNarrow = numbers.every((number) => Math.abs(number) < 2 ** 31);
    if (held !== undefined && isNarrow) return [where(column.name, '=', held + 2 ** 32)];
  }
  return [];
}

function furtherExamples(
  operator: Operator,
  survey: Survey,
  isCommaList: boolean,
): readonly Criterion[] {
  if (survey.total < 2) return [];
  if (operator === 'BETWEEN') return [...textItself(survey), ...alikeAtFirst(survey)];
  if (operator === '=') return beyond32Bits(survey);
  return operator === 'IN' && !isCommaList ? textWithComma(survey) : [];
}

/**
 * Texts that careless servers stumble over, in one question: each operator comes to its values in a
 * way of its own. To a pattern `%`, `_` and what may escape them are no data; a blank at the end
 * may be nothing to a list (EXP-FILT-1).
 */
function oddTexts(
  operator: ValueOperator,
  known: Known,
  isCommaList: boolean,
): readonly ProductsQuestion[] {
  if (operator === '=' || !kindsFor(operator).includes('text')) return [];
  const isData = operator.includes('LIKE')
    ? (text: string) => !/[%_\\]|\s$/.test(text)
    : (text: string) => !(operator.endsWith('IN') && isCommaList && text.includes(','));
  const free = fitColumns(known.survey, 'text').filter((column) => !mayBeEnumeration(column));
  const literals = discriminatingTexts(free, 20, (text) => text.length <= 60 && isData(text));
  return literals.length === 0 ? [] : [filtered(known, anyOf(literals, operator))];
}

/**
 * What is a pattern in other languages that a text matches, beside a text that is there: to `LIKE`
 * it is characters.
 */
function patternsOfOthers(operator: ValueOperator, known: Known): readonly ProductsQuestion[] {
  if (operator !== 'LIKE' && operator !== 'ILIKE') return [];
  for (const column of fitColumns(known.survey, 'text')) {
    const [found, there] = textsOf(column).filter(
      (text) => /^[\w ]{3,60}$/.test(text) && !text.includes('_'),
    );
    if (found === undefined || there === undefined) continue;
    return [filtered(known, anyOf(literalsOf(column, [...otherPatterns(found), there]), operator))];
  }
  return [];
}

function questions(operator: ValueOperator, known: Known): readonly ProductsQuestion[] {
  const isCommaList = known.wireEncoding.arrayEncoding === 'comma';
  const [first, second, ...rest] = examples(operator, known.survey);
  const asked = [first, ...furtherExamples(operator, known.survey, isCommaList), second];
  const ask = (list: readonly (Criterion | undefined)[]): readonly ProductsQuestion[] =>
    list.flatMap((example) => (example === undefined ? [] : [filtered(known, only(example))]));
  return first === undefined
    ? []
    : [
        ...ask(asked),
        ...oddTexts(operator, known, isCommaList),
        ...patternsOfOthers(operator, known),
        ...ask(rest),
      ];
}

/**
 * One check for each operator: values that the survey chose to tell the right reading from wrong
 * ones.
 */
export const operatorChecks = table.map(
  ([operator, clause, name, most, needed]): ExportCheck => ({
    id: `export.filter.${name}`,
    clauses: [clause],
    title: `${operator} with values that detect a wrong implementation`,
    requests: { least: 1, most },
    lacking: `needs ${needed}`,
    questions: (known) => questions(operator, known),
    alsoOwns: (clause, { filter }) =>
      isOfRecords(clause) &&
      filter?.groups.every(({ criteria }) =>
        criteria.every((criterion) => criterion.operator === operator),
      ) === true,
  }),
);
