/** Makes the requests that test one filter operator. */

import {
  type Criterion,
  isNegation,
  type Operator,
  only,
  positiveOf,
  takes,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { hasOnlyDates, mayBeEnumeration, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { kindsFor } from '../wrong-readings/candidate-values.js';
import { contrastsOf, distinguishingCriteria } from '../wrong-readings/distinguishing-criteria.js';
import { filtered } from './filtered.js';
import { otherPatterns } from './literal-probes.js';
import { anyOf, discriminatingTexts, literalsOf } from './unusual-texts.js';

/** The maximum number of requests that test an operator. */
export const MOST_REQUESTS: Readonly<Record<ValueOperator, number>> = {
  '=': 14,
  '!=': 13,
  '>': 3,
  '<': 3,
  '>=': 3,
  '<=': 3,
  LIKE: 8,
  'NOT LIKE': 7,
  ILIKE: 10,
  'NOT ILIKE': 7,
  IN: 11,
  'NOT IN': 7,
  BETWEEN: 7,
  'NOT BETWEEN': 3,
};

/**
 * Uses columns of each kind in turn. Criteria that detect more wrong implementations come first.
 * Most servers implement a negation by the positive operator. After its first example, a negation
 * is tested with values that the positive operator did not use, and then with the others.
 */
function examples(operator: ValueOperator, survey: Survey): readonly Criterion[] {
  const kinds = kindsFor(operator);
  const perKind = kinds.map((kind) => {
    const all = distinguishingCriteria(operator, kind, survey);
    if (!isNegation(operator)) return all;
    const count = Math.ceil(MOST_REQUESTS[positiveOf(operator)] / kinds.length);
    return [...all.slice(0, 1), ...all.slice(count), ...all.slice(1, count)];
  });
  const longest = Math.max(...perKind.map((list) => list.length));
  if (longest === 0) return contrastsOf(operator, survey);
  return Array.from({ length: longest }, (_, index) =>
    perKind.flatMap((list) => list[index] ?? []),
  ).flat();
}

/** BETWEEN with one text as both bounds matches this text in every collation. */
function textAsBothBounds(survey: Survey): readonly Criterion[] {
  // In a comma-separated list, a text with a comma would be read as two values.
  return distinguishingCriteria('=', 'text', survey, { most: 1, fits: withoutComma }).flatMap(
    ({ column, value }) =>
      typeof value === 'string' ? [where(column, 'BETWEEN', [value, value])] : [],
  );
}

const withoutComma = (text: string): boolean => !text.includes(',');

/** A list with a text that contains a comma. It is sent only if lists are not comma-separated. */
function textWithComma(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'text')) {
    const text = textsOf(column).find((value) => /\w, ?\w/.test(value));
    const other = textsOf(column)[0];
    if (text === undefined || other === undefined || text.length > 100) continue;
    return [where(column.name, 'IN', text === other ? [text] : [text, other])];
  }
  return [];
}

/** Two ranges with the same first value. They detect a cache whose key is only the first value. */
function rangesWithSameStart(survey: Survey): readonly Criterion[] {
  const column = fitColumns(survey, 'number').find(({ values }) => values.size > 3);
  const [first, second, third] = column === undefined ? [] : sortedNumbers(column);
  if (column === undefined || first === undefined || second === undefined || third === undefined)
    return [];
  return [second, third].map((last) => where(column.name, 'BETWEEN', [first, last]));
}

const MAX_COMBINED_NUMBERS = 60;

/**
 * Two lists that give the same text if their values are joined without a separator, such as (1, 23)
 * and (12, 3). The second list detects a cache with the joined text as its key.
 */
function listsWithSameJoin(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'number')) {
    const texts = sortedNumbers(column)
      .filter((number) => Number.isInteger(number) && number >= 0)
      .slice(0, MAX_COMBINED_NUMBERS)
      .map(String);
    const existing = new Set(texts);
    for (const first of texts)
      for (const last of texts) {
        const other = otherParts(first, last, existing);
        if (other !== undefined)
          return [[first, last], other].map((list) => where(column.name, 'IN', list.map(Number)));
      }
  }
  return [];
}

/** Returns another pair of existing values with the same joined text as `first` and `last`. */
function otherParts(
  first: string,
  last: string,
  existing: ReadonlySet<string>,
): readonly string[] | undefined {
  const joined = `${first}${last}`;
  for (let cut = 1; cut < joined.length; cut += 1) {
    const parts = [joined.slice(0, cut), joined.slice(cut)];
    const isOther = cut !== first.length && !parts.every((part) => part === first || part === last);
    if (isOther && parts.every((part) => existing.has(part))) return parts;
  }
  return undefined;
}

/** Some libraries read an array of more than 20 elements as an object. */
const MANY_VALUES = 24;

/** A list of many numbers, which are spread over the column. */
function longList(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'number').toReversed()) {
    const numbers = sortedNumbers(column);
    const step = Math.floor(numbers.length / MANY_VALUES);
    const listed = numbers.filter((_, at) => step > 1 && at % step === 0).slice(0, MANY_VALUES);
    if (listed.length === MANY_VALUES) return [where(column.name, 'IN', listed)];
  }
  return [];
}

/** The number of further columns on which ILIKE is tested. */
const MOST_COLUMNS = 2;

/**
 * An existing text in the other letter case, on columns that no example uses. Columns may differ in
 * whether they distinguish letter case, so a server that takes LIKE for ILIKE is right on some.
 */
function swappedOnOthers(survey: Survey): readonly Criterion[] {
  const sent = examples('ILIKE', survey).slice(0, MOST_REQUESTS.ILIKE - MOST_COLUMNS);
  const used = new Set(sent.map(({ column }) => column));
  return fitColumns(survey, 'text')
    .filter(
      (column) => !used.has(column.name) && !mayBeEnumeration(column) && !hasOnlyDates(column),
    )
    .flatMap((column) => {
      const text = textsOf(column).find((one) => /^[A-Za-z][\w .-]{2,60}$/.test(one));
      return text === undefined ? [] : [where(column.name, 'ILIKE', swapCase(text))];
    })
    .slice(0, MOST_COLUMNS);
}

/** A number that equals a number of the data if a server truncates it to 32 bits. */
function beyond32Bits(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'number')) {
    const numbers = sortedNumbers(column);
    const existing = numbers.find((number) => number > 0 && Number.isInteger(number));
    const isNarrow = numbers.every((number) => Math.abs(number) < 2 ** 31);
    if (existing !== undefined && isNarrow) return [where(column.name, '=', existing + 2 ** 32)];
  }
  return [];
}

/** A number between two whole numbers, in a column of whole numbers. A server may refuse it. */
function betweenWholeNumbers(survey: Survey): readonly Criterion[] {
  for (const column of fitColumns(survey, 'number')) {
    const numbers = sortedNumbers(column);
    const existing = numbers.find((number) => number > 0);
    if (existing !== undefined && numbers.every(Number.isInteger))
      return [where(column.name, '=', existing + 0.5)];
  }
  return [];
}

function furtherExamples(
  operator: Operator,
  survey: Survey,
  isCommaList: boolean,
): readonly Criterion[] {
  if (survey.total < 2) return [];
  if (operator === 'BETWEEN') return [...textAsBothBounds(survey), ...rangesWithSameStart(survey)];
  if (operator === '=') return [...beyond32Bits(survey), ...betweenWholeNumbers(survey)];
  if (operator === 'ILIKE') return swappedOnOthers(survey);
  if (operator !== 'IN') return [];
  return [
    ...listsWithSameJoin(survey),
    ...(isCommaList ? [] : textWithComma(survey)),
    ...longList(survey),
  ];
}

/**
 * Makes a request with unusual texts, because a server may read the values of each operator
 * differently. For `=`, `literals.ts` makes such requests. Patterns of LIKE contain no `%`, `_`,
 * backslash or trailing blank, because these are not always literal (EXP-FILT-1).
 */
function misreadTexts(
  operator: ValueOperator,
  known: Known,
  isCommaList: boolean,
): readonly ProductsQuestion[] {
  if (operator === '=' || !kindsFor(operator).includes('text')) return [];
  const isLiteral = takes(operator, 'pattern')
    ? (text: string) => !/[%_\\]|\s$/.test(text)
    : (text: string) => !(takes(operator, 'list') && isCommaList && text.includes(','));
  const free = fitColumns(known.survey, 'text').filter((column) => !mayBeEnumeration(column));
  const literals = discriminatingTexts(free, 20, (text) => text.length <= 60 && isLiteral(text));
  return literals.length === 0 ? [] : [filtered(known, anyOf(literals, operator))];
}

/** LIKE and ILIKE must take regular expressions and shell patterns literally. */
function foreignPatterns(operator: ValueOperator, known: Known): readonly ProductsQuestion[] {
  if (!takes(operator, 'pattern') || isNegation(operator)) return [];
  for (const column of fitColumns(known.survey, 'text')) {
    const [found, existing] = textsOf(column).filter(
      (text) => /^[\w ]{3,60}$/.test(text) && !text.includes('_'),
    );
    if (found === undefined || existing === undefined) continue;
    // The filter also contains an existing text, so the correct list is not empty.
    return [
      filtered(known, anyOf(literalsOf(column, [...otherPatterns(found), existing]), operator)),
    ];
  }
  return [];
}

/**
 * The requests that test the operator. The budget may cut the list: the best example comes first,
 * then the special ones, then the second best. The examples that detect the least come last.
 */
export function operatorQuestions(
  operator: ValueOperator,
  known: Known,
): readonly ProductsQuestion[] {
  const isCommaList = known.wireEncoding.arrayEncoding === 'comma';
  const [first, second, ...rest] = examples(operator, known.survey);
  const filters = [first, ...furtherExamples(operator, known.survey, isCommaList), second];
  const ask = (list: readonly (Criterion | undefined)[]): readonly ProductsQuestion[] =>
    list.flatMap((example) => (example === undefined ? [] : [filtered(known, only(example))]));
  if (first === undefined) return [];
  return [
    ...ask(filters),
    ...misreadTexts(operator, known, isCommaList),
    ...foreignPatterns(operator, known),
    ...ask(rest),
  ];
}
