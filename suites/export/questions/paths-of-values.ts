/** Makes requests on the legacy filtered route, whose path contains the values of a filter. */

import { type Criterion, only, type Scalar, where } from '../../../src/protocol/export/filter.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { bestColumns, fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { contrastsOf, distinguishingCriteria } from '../wrong-readings/distinguishing-criteria.js';
import { INHERITED } from './paths.js';

/** Lists of this number of values show more mistakes than shorter ones. */
const FEW = 3;

/** The maximum number of existing values in one list. */
const MAX_EXISTING_VALUES = 12;

/** Returns requests whose paths contain one value. */
export function singleValues({ survey }: Known): readonly ProductsQuestion[] {
  const examples = pathExamples(survey);
  const chosen = examples.length > 0 ? examples : contrastsOf('=', survey).filter(isForPath);
  const asked = chosen.map(({ column, value }) => ({
    route: { column, value: String(value) },
    // A larger limit is sent only if more records match than a page contains by default.
    limit:
      (survey.columns.get(column)?.values.get(value as Scalar) ?? 0) > DEFAULT_LIMIT
        ? survey.pageSize
        : undefined,
  }));
  // A server that decodes the path like a form reads only an unencoded plus as a blank.
  const withRawPlus = asked
    .filter(({ route }) => route.value.includes('+'))
    .map(({ route, limit }) => ({ route: { ...route, rawPlus: true } as const, limit }));
  const [text] = fitColumns(survey, 'text').filter(({ name }) => !name.includes('/'));
  return [
    ...asked,
    ...withRawPlus.slice(0, 1),
    ...(text === undefined ? [] : [{ route: { column: text.name, value: INHERITED } }]),
  ];
}

/** Returns requests whose paths contain lists of values. All values are from one column. */
export function severalValues(known: Known): readonly ProductsQuestion[] {
  const { survey } = known;
  const varied = [...bestColumns(survey, 'text'), ...bestColumns(survey, 'number')];
  const numbers = [...survey.columns.values()].filter(({ kind }) => kind === 'number');
  const columns = varied.length > 0 ? varied : numbers;
  const plainOn = (one: Column): number => (one.name.includes('/') ? 0 : plainValuesOf(one).length);
  const column =
    columns.find((one) => plainOn(one) >= FEW) ?? columns.find((one) => plainOn(one) > 0);
  if (column === undefined) return [];
  const several = severalOn(column, known);
  // A server may convert the whole value by the type of its column before it splits it.
  return column.kind === 'number' ? several : [...several, ...twoNumbers(known)];
}

function twoNumbers({ survey }: Known): readonly ProductsQuestion[] {
  for (const column of bestColumns(survey, 'number')) {
    const [first, second] = plainValuesOf(column);
    if (first !== undefined && second !== undefined && !column.name.includes('/'))
      return [
        { route: { column: column.name, value: `${first},${second}` }, limit: survey.pageSize },
      ];
  }
  return [];
}

const plainValuesOf = (column: Column): readonly string[] =>
  simpleValues(column.kind === 'number' ? sortedNumbers(column) : textsOf(column));

function severalOn(
  column: Column,
  { survey, whole, wireEncoding }: Known,
): readonly ProductsQuestion[] {
  const lists = listsOn(column);
  const paths = lists.map((parts) => ({
    route: { column: column.name, value: parts.join(',') },
    limit: survey.pageSize,
  }));
  if (whole.complete) return paths;
  // If only a sample of the data is known, the right total of a list is unknown. Some lists are
  // therefore also requested on the v2 route, so that the totals can be compared.
  const onV2 = lists.map((parts) => {
    const list = column.kind === 'number' ? parts.map(Number) : parts;
    return { filter: only(where(column.name, 'IN', list)), limit: 1, wireEncoding };
  });
  // These are the third and the first list, whose paths are sent before.
  return [...paths.slice(0, 3), ...onV2.slice(2, 3), ...onV2.slice(0, 1), ...paths.slice(3)];
}

/**
 * Returns lists of values for the path. The list that detects the most wrong implementations comes
 * first.
 */
function listsOn(column: Column): readonly (readonly string[])[] {
  const values = plainValuesOf(column);
  const [first = '', second] = values;
  const absent = absentOn(column);
  const misread = listOfMisreadTexts(column, absent);
  if (second === undefined)
    return [[absent, `${absent}0`], ...misread, [absent, first], ...listOfMarkedTexts(column)];
  const many = [absent, ...values.slice(0, Math.min(MAX_EXISTING_VALUES, values.length - 1))];
  return [many, ...misread, [first, second], ...listOfMarkedTexts(column)];
}

const absentOn = (column: Column): string =>
  column.kind === 'number'
    ? String(1 + Math.ceil(sortedNumbers(column).at(-1) ?? 0))
    : 'assayabsent';

/**
 * Returns values for the path. Some of them distinguish a correct filter from many wrong ones, and
 * careless servers misread the others in a path.
 */
function pathExamples(survey: Survey): readonly Criterion[] {
  const [first, ...texts] = distinguishingCriteria('=', 'text', survey, {
    most: 4,
    fits: plainInPath,
  }).filter(isForPath);
  const columns = [...fitColumns(survey, 'text'), ...bestColumns(survey, 'number')];
  const all = columns
    .filter(({ name }) => !name.includes('/'))
    .flatMap(({ name, values }) => [...values.keys()].map((value) => where(name, '=', value)));
  const firstWhere = (fits: (text: string) => boolean, type = 'string'): readonly Criterion[] =>
    all.filter(({ value }) => typeof value === type && fits(String(value))).slice(0, 1);
  return [
    ...(first === undefined ? [] : [first]),
    // A server that reads zero as a missing value ignores the filter.
    ...[
      ...firstWhere((text) => text === '0', 'number'),
      ...firstWhere((text) => text === '0'),
    ].slice(0, 1),
    ...distinguishingCriteria('=', 'number', survey, { most: 1 }).filter(isForPath),
    ...firstWhere(needsEncoding),
    ...firstWhere(isBeyondAscii),
    ...withPlus(all),
    // A column may store numbers in single precision, so a number is chosen that is exact in it.
    ...firstWhere(
      (text) =>
        Number(text) > 0 && Number(text) % 1 !== 0 && Math.fround(Number(text)) === Number(text),
      'number',
    ),
    ...texts,
    // This value matches a record only as a LIKE pattern.
    ...firstWhere((text) => text.length > 2 && isSimple(text)).map(({ column, value }) =>
      where(column, '=', `${String(value).slice(0, 1)}_${String(value).slice(2)}`),
    ),
    // In many languages the pattern `^red$` also matches `red` with a line break behind it.
    ...firstWhere((text) => text.length > 2 && isSimple(text)).map(({ column, value }) =>
      where(column, '=', `${String(value)}\n`),
    ),
    ...MISREAD_TEXTS.flatMap((shape) => firstWhere((text) => shape.test(text))),
    ...QUOTED_TEXTS.flatMap((shape) => firstWhere((text) => shape.test(text))),
  ];
}

/** Replaces the blank of an existing text by a plus. The result is not an existing text. */
function withPlus(all: readonly Criterion[]): readonly Criterion[] {
  const texts = new Set(all.map(({ value }) => value));
  const spaced = all.filter(({ value }) => /^[A-Za-z0-9]+ [A-Za-z0-9]+$/.test(String(value)));
  return spaced
    .map(({ column, value }) => where(column, '=', String(value).replace(' ', '+')))
    .filter(({ value }) => !texts.has(value))
    .slice(0, 1);
}

/**
 * Whether the text consists of letters, digits and blanks, and a character within it must be
 * percent-encoded.
 */
const needsEncoding = (text: string): boolean =>
  /^[\p{L}\p{N} ]+$/u.test(text) && /\S[^A-Za-z0-9]\S/.test(text);

/** Whether the text has a letter that takes several bytes in a path, and nothing unusual besides. */
const isBeyondAscii = (text: string): boolean =>
  /^[\p{L}\p{N} ]+$/u.test(text) && /[^\x20-\x7e]/.test(text);

/**
 * A careless server misreads texts of these five patterns in a path. They have a blank at the
 * beginning, a plus, a percent escape, a hash, or a character such as an emoji.
 */
const MISREAD_TEXTS: readonly RegExp[] = [
  /^ +[^\s,/\\%;]+$/,
  /^[\w +-]*\w\+\w[\w +-]*$/,
  /^[\w -]*%[0-9A-Fa-f]{2}[\w -]*$/,
  /^[\w =&-]*#[\w =&#-]*$/,
  /^[^,/\\%;]*[\u{10000}-\u{10ffff}][^,/\\%;]*$/u,
];

/** Texts with a percent sign, a backslash or a quote, which some HTTP layers refuse. */
const QUOTED_TEXTS: readonly RegExp[] = [
  /^[^,/\\;]*%[^,/\\;]*$/,
  /^[^,/%;]*\\[^,/%;]*$/,
  /^[^,/\\%;]*['"][^,/\\%;]*$/,
];

/**
 * Returns at most one list. It contains an absent text and, for each pattern of `MISREAD_TEXTS`,
 * one text of the data without outer blanks.
 */
function listOfMisreadTexts(
  { kind, values }: Column,
  absent: string,
): readonly (readonly string[])[] {
  const texts =
    kind === 'text' ? [...values.keys()].map(String).filter((text) => text.trim() === text) : [];
  const misread = MISREAD_TEXTS.flatMap((shape) => texts.find((text) => shape.test(text)) ?? []);
  return misread.length === 0 ? [] : [[absent, ...new Set(misread)]];
}

/**
 * Returns at most one list. It contains an existing text and texts with a special character. A
 * careless server drops this character, or ends the value at it.
 */
function listOfMarkedTexts(column: Column): readonly (readonly string[])[] {
  if (column.kind !== 'text') return [];
  const [found, existing] = simpleValues(textsOf(column)).filter((text) => text.length > 2);
  if (found === undefined || existing === undefined) return [];
  const marked = ['#', "'", '"', '&', '=', '_', '{'].map(
    (mark) => `${found.slice(0, 2)}${mark}${found.slice(2)}`,
  );
  // The existing text is the last one, so that it is lost if the list ends before.
  return [[...marked, `${found}#x`, `${found}&x`, existing]];
}

const isForPath = ({ column, value }: Criterion): boolean =>
  !column.includes('/') && plainInPath(String(value));

/**
 * Whether the path can contain the value. A comma, a slash, a backslash, a percent sign, a
 * semicolon, outer whitespace and a value of dots would change the meaning of the path.
 */
const plainInPath = (value: string): boolean => !/[,/\\%;]|^\.+$|^\s|\s$/.test(value);

/** Whether the value is a word of ASCII letters and digits, or a whole number from 0. */
const isSimple = (value: string): boolean =>
  /^(?:[A-Za-z][A-Za-z0-9]*|0|[1-9]\d{0,8})$/.test(value);
const simpleValues = (values: readonly (string | number)[]): readonly string[] =>
  values.map(String).filter(isSimple);
