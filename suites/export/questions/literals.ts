/** Requests with special characters in filter values, and with several encodings of the values. */

import {
  type Criterion,
  only,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { bestColumns, fitColumns, nullColumn } from '../model/columns.js';
import type { Known } from '../model/data.js';
import { isSure } from '../model/expected-records.js';
import { type Column, textsOf } from '../model/oracle/column.js';
import { mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';
import { filtered } from './filtered.js';
import { accented, inOtherNotation, longer, marked, PROBES } from './literal-probes.js';
import { anyOf, chunks, discriminatingTexts, literalsOf } from './unusual-texts.js';

export const MAX_PRESENT_VALUE_REQUESTS = 8;

const questionsFor = (
  known: Known,
  column: Column | undefined,
  texts: readonly string[],
  operator?: ValueOperator,
) =>
  column === undefined || texts.length === 0
    ? []
    : [filtered(known, anyOf(literalsOf(column, texts), operator))];

/**
 * Requests for values that do not exist. Two requests also contain an existing value, whose record
 * shows that the server understood the request.
 */
export function absentValues(known: Known): readonly ProductsQuestion[] {
  const [column] = bestColumns(known.survey, 'text');
  if (column === undefined) return [];
  const texts = textsOf(column);
  const found =
    texts.find((text) => /^[\w ]{3,}$/.test(text)) ?? texts.find((text) => text.length > 2) ?? '';
  const existing = texts.find((text) => text !== found) ?? '';
  const probes = [
    ...PROBES,
    ` ${found}`,
    `${found} `,
    `${found}\t`,
    accented(found),
    `<b>${found}</b>`,
  ];
  const made = [...probes, ...marked(found), ...inOtherNotation(texts)].filter(
    (value) => value !== found,
  );
  // The server may treat an absent value as equal to an existing text, for example one with a space
  // at its end. Such values are left out.
  const surelyAbsent = made.filter((value) => isSure(where(column.name, '=', value), known));
  const others = fitColumns(known.survey, 'text').filter((other) => other !== column);
  const numeric = others.find((other) => inOtherNotation(textsOf(other)).length > 0);
  const withNulls = others.find(({ nulls }) => nulls > 0 && column.nulls === 0);
  return [
    ...questionsFor(known, column, [...surelyAbsent, existing]),
    // If a server reads a space as a missing value, it ignores the criterion and returns all
    // records.
    ...questionsFor(known, column, [' ']),
    ...questionsFor(known, column, [longer(found), existing]),
    ...questionsFor(known, numeric, numeric === undefined ? [] : inOtherNotation(textsOf(numeric))),
    ...questionsFor(known, withNulls, PROBES),
  ];
}

/**
 * Requests an absent value: an existing text, a semicolon that is not percent-encoded, and a word.
 * A server that splits the query at the semicolon finds the existing text.
 */
function withSemicolon(known: Known): ProductsQuestion | undefined {
  const [column] = bestColumns(known.survey, 'text');
  const text = column && textsOf(column).find((one) => /^[\w ]{3,}$/.test(one));
  if (column === undefined || text === undefined) return undefined;
  const absent = where(column.name, '=', `${text};assay`);
  const wireEncoding = { ...known.wireEncoding, rawSemicolon: true } as const;
  return isSure(absent, known) ? filtered(known, only(absent), { wireEncoding }) : undefined;
}

/**
 * Filters in several encodings: with `%20` or `+` for a space, with percent-encoding in lower case,
 * or with a semicolon as it is.
 */
export function writtenOtherwise(known: Known): readonly (ProductsQuestion | undefined)[] {
  const { survey, wireEncoding, nullSpelling } = known;
  const example = (operator: ValueOperator): Criterion | undefined =>
    mostDistinguishing(operator, survey);
  const notLike = example('NOT LIKE');
  if (notLike === undefined) return [];
  const column = nullColumn(survey);
  const isNot =
    column === undefined || nullSpelling === undefined
      ? undefined
      : where(column.name, 'IS NOT', null);
  const plus = { ...wireEncoding, blank: '+' as const };
  const lower = { ...wireEncoding, lowerCase: true };
  const written: readonly (readonly [Criterion | undefined, WireEncoding])[] = [
    [isNot, plus],
    [example('>='), lower],
    [notLike, plus],
    [notLike, wireEncoding],
    [example('<='), lower],
    [example('!='), lower],
    [example('NOT IN'), plus],
    [example('NOT BETWEEN'), plus],
    [example('NOT ILIKE'), plus],
  ];
  return [
    ...written.map(
      ([criterion, how]) => criterion && filtered(known, only(criterion), { wireEncoding: how }),
    ),
    withSemicolon(known),
  ];
}

const MAX_LENGTH = 400;
const MAX_TEXTS_PER_COLUMN = 64;

/** Requests for existing values. The requests with the most values come first. */
export const presentValues = (known: Known): readonly ProductsQuestion[] =>
  fitColumns(known.survey, 'text')
    .flatMap((column) =>
      chunks(
        discriminatingTexts([column], MAX_TEXTS_PER_COLUMN, ({ length }) => length <= MAX_LENGTH),
      ),
    )
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_PRESENT_VALUE_REQUESTS)
    .map((some) => filtered(known, anyOf(some)));
