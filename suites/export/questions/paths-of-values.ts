/** Requests on the legacy filtered route, whose path contains the values of a filter. */

import { type Criterion, only, type Scalar, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { columnsOf, fitColumns } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { contrastsOf, distinguishingCriteria } from '../wrong-readings/distinguishing-criteria.js';

/** The maximum number of existing values of a list in a path. */
const MANY = 12;

/** Requests whose path contains one value. */
export function singleValues({ survey }: Known): readonly ProductsQuestion[] {
  const examples = pathExamples(survey);
  const chosen = examples.length > 0 ? examples : contrastsOf('=', survey).filter(isForPath);
  return chosen.map(({ column, value }) => ({
    route: { column, value: String(value) },
    limit:
      (survey.columns.get(column)?.values.get(value as Scalar) ?? 0) > 100
        ? survey.pageSize
        : undefined,
  }));
}

/** Requests whose path contains several values of the first column that has plain values. */
export function severalValues(known: Known): readonly ProductsQuestion[] {
  const { survey } = known;
  const varied = [...columnsOf(survey, 'text'), ...columnsOf(survey, 'number')];
  const numbers = [...survey.columns.values()].filter(({ kind }) => kind === 'number');
  const columns = varied.length > 0 ? varied : numbers;
  const column = columns.find((one) => !one.name.includes('/') && plainValuesOf(one).length > 0);
  return column === undefined ? [] : severalOn(column, known);
}

const plainValuesOf = (column: Column): readonly string[] =>
  simpleValues(column.kind === 'number' ? sortedNumbers(column) : textsOf(column));

/** Requests whose path contains several values of a column. */
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
  // From a sample the total of a list is unknown, so some lists are also requested on the v2 route
  // and the totals are compared.
  const onV2 = lists.map((parts) => {
    const list = column.kind === 'number' ? parts.map(Number) : parts;
    return { filter: only(where(column.name, 'IN', list)), limit: 1, wireEncoding };
  });
  return [...paths.slice(0, 3), ...onV2.slice(2, 3), ...onV2.slice(0, 1), ...paths.slice(3)];
}

/** Lists of existing and absent values, most discriminating first. */
function listsOn(column: Column): readonly (readonly string[])[] {
  const values = plainValuesOf(column);
  const [first = '', second] = values;
  const absent = absentOn(column);
  const misread = listOfMisreadTexts(column, absent);
  if (second === undefined)
    return [[absent, `${absent}0`], ...misread, [absent, first], ...listOfMarkedTexts(column)];
  const many = [absent, ...values.slice(0, Math.min(MANY, values.length - 1))];
  return [many, ...misread, [first, second], ...listOfMarkedTexts(column)];
}

/** A value that the column does not contain. */
const absentOn = (column: Column): string =>
  column.kind === 'number'
    ? String(1 + Math.ceil(sortedNumbers(column).at(-1) ?? 0))
    : 'assayabsent';

/**
 * Criteria with values for the path. For each kind of column they detect the most wrong
 * implementations, or contain values that careless servers misread in a path.
 */
function pathExamples(survey: Survey): readonly Criterion[] {
  const [first, ...texts] = distinguishingCriteria('=', 'text', survey, {
    most: 4,
    fits: plainInPath,
  }).filter(isForPath);
  const columns = [...fitColumns(survey, 'text'), ...columnsOf(survey, 'number')];
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
    ...firstWhere(isEncoded),
    ...withPlus(all),
    // A number that is exact in single precision, because a column may store single-precision
    // numbers.
    ...firstWhere(
      (text) =>
        Number(text) > 0 && Number(text) % 1 !== 0 && Math.fround(Number(text)) === Number(text),
      'number',
    ),
    ...texts,
    // A text that no record contains, but that matches a record as a LIKE pattern.
    ...firstWhere((text) => text.length > 2 && isSimple(text)).map(({ column, value }) =>
      where(column, '=', `${String(value).slice(0, 1)}_${String(value).slice(2)}`),
    ),
    ...CARELESS.flatMap((shape) => firstWhere((text) => shape.test(text))),
  ];
}

/** An absent text that is an existing text with a plus in place of its blank. */
function withPlus(all: readonly Criterion[]): readonly Criterion[] {
  const texts = new Set(all.map(({ value }) => value));
  const spaced = all.filter(({ value }) => /^[A-Za-z0-9]+ [A-Za-z0-9]+$/.test(String(value)));
  return spaced
    .map(({ column, value }) => where(column, '=', String(value).replace(' ', '+')))
    .filter(({ value }) => !texts.has(value))
    .slice(0, 1);
}

/** Whether a text consists of letters and digits, some of which must be percent-encoded. */
const isEncoded = (text: string): boolean =>
  /^[\p{L}\p{N} ]+$/u.test(text) && /\S[^A-Za-z0-9]\S/.test(text);

/**
 * Patterns for texts that a careless server misreads in a path: with a blank at the beginning, a
 * plus, an escape, a hash, or an emoji.
 */
const CARELESS: readonly RegExp[] = [
  /^ +[^\s,/\\%;]+$/,
  /^[\w +-]*\w\+\w[\w +-]*$/,
  /^[\w -]*%[0-9A-Fa-f]{2}[\w -]*$/,
  /^[\w =&-]*#[\w =&#-]*$/,
  /^[^,/\\%;]*[\u{10000}-\u{10ffff}][^,/\\%;]*$/u,
];

/**
 * A list of an absent text and of texts that a careless server misreads in a path, one for each
 * pattern; empty if the data has no such text.
 */
function listOfMisreadTexts(
  { kind, values }: Column,
  absent: string,
): readonly (readonly string[])[] {
  const texts =
    kind === 'text' ? [...values.keys()].map(String).filter((text) => text.trim() === text) : [];
  const firstWhere = CARELESS.flatMap((shape) => texts.find((text) => shape.test(text)) ?? []);
  return firstWhere.length === 0 ? [] : [[absent, ...new Set(firstWhere)]];
}

/**
 * An existing text with absent texts. The absent texts contain characters that end a value or are
 * dropped on careless servers.
 */
function listOfMarkedTexts(column: Column): readonly (readonly string[])[] {
  if (column.kind !== 'text') return [];
  const [found, existing] = simpleValues(textsOf(column)).filter((text) => text.length > 2);
  if (found === undefined || existing === undefined) return [];
  const marked = ['#', "'", '"', '&', '=', '_'].map(
    (mark) => `${found.slice(0, 2)}${mark}${found.slice(2)}`,
  );
  return [[existing, ...marked, `${found}#x`, `${found}&x`]];
}

const isForPath = ({ column, value }: Criterion): boolean =>
  !column.includes('/') && plainInPath(String(value));

/**
 * Whether a text can be one value in a path: it has no comma, slash, backslash, percent sign or
 * semicolon, no whitespace at an end, and is not made of dots only.
 */
const plainInPath = (value: string): boolean => !/[,/\\%;]|^\.+$|^\s|\s$/.test(value);

/**
 * Whether a path can contain a value unchanged: plain words, and whole numbers that are not
 * negative.
 */
const isSimple = (value: string): boolean =>
  /^(?:[A-Za-z][A-Za-z0-9]*|0|[1-9]\d{0,8})$/.test(value);
const simpleValues = (values: readonly (string | number)[]): readonly string[] =>
  values.map(String).filter(isSimple);
