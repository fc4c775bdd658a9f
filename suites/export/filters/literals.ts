import { skip } from '../../../src/harness/suite.js';
import {
  type Criterion,
  only,
  type ValueOperator,
  where,
} from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { columnsOf, fitColumns, nullColumn } from '../model/columns.js';
import type { Known } from '../model/data.js';
import { isSure } from '../model/expected-records.js';
import { type Column, textsOf } from '../model/oracle/column.js';
import { checks } from '../survey/ask.js';
import { mostTelling } from '../wrong-readings/distinguishing-criteria.js';
import {
  anyOf,
  chunks,
  discriminatingTexts,
  filtered,
  isOfRecords,
  literalsOf,
} from './filtered.js';
import { accented, longer, marked, otherwise, PROBES } from './literal-probes.js';

/** Questions about odd values that are there, those of most values first. */
const QUESTIONS = 8;

/**
 * A violation of any clause of filters in the fewest conditions is one of the value that is asked
 * for.
 */
const isOfFilter = (clause: string, { filter }: ProductsQuestion): boolean =>
  filter !== undefined && isOfRecords(clause);

const asked = (
  known: Known,
  column: Column | undefined,
  texts: readonly string[],
  operator?: ValueOperator,
) =>
  column === undefined || texts.length === 0
    ? []
    : [filtered(known, anyOf(literalsOf(column, texts), operator))];

/**
 * Values that are not there, each beside one that is, which shows that the question was understood.
 */
function absent(known: Known): readonly ProductsQuestion[] {
  const [column] = columnsOf(known.survey, 'text');
  if (column === undefined) return [];
  const texts = textsOf(column);
  const found =
    texts.find((text) => /^[\w ]{3,}$/.test(text)) ?? texts.find((text) => text.length > 2) ?? '';
  // Not that which the others are made from.
  const there = texts.find((text) => text !== found) ?? '';
  const probes = [
    ...PROBES,
    ` ${found}`,
    `${found} `,
    `${found}\t`,
    accented(found),
    `<b>${found}</b>`,
  ];
  const made = [...probes, ...marked(found), ...otherwise(texts)].filter(
    (value) => value !== found,
  );
  // Where a collation may take one for another, as it may with a blank at the end, the record that
  // may come for it would hide that it comes for the rest.
  const sure = made.filter((value) => isSure(where(column.name, '=', value), known));
  const others = fitColumns(known.survey, 'text').filter((other) => other !== column);
  const numeric = others.find((other) => otherwise(textsOf(other)).length > 0);
  const withNulls = others.find(({ nulls }) => nulls > 0 && column.nulls === 0);
  return [
    ...asked(known, column, [...sure, there]),
    // What is taken for no value leaves the criterion out: all records come.
    ...asked(known, column, [' ']),
    ...asked(known, column, [longer(found), there]),
    ...asked(known, numeric, numeric === undefined ? [] : otherwise(textsOf(numeric))),
    ...asked(known, withNulls, PROBES),
  ];
}

/**
 * Operators written with either blank, with lower-case escapes, and all of them percent-encoded.
 */
function writings(known: Known): readonly (ProductsQuestion | undefined)[] {
  const { survey, wireEncoding, nullSpelling } = known;
  const example = (operator: ValueOperator): Criterion | undefined => mostTelling(operator, survey);
  const blanks =
    example('NOT LIKE') ?? skip('data', 'needs two records with different texts in a column');
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
    [blanks, plus],
    [blanks, wireEncoding],
    [example('<='), lower],
    [example('!='), lower],
    [example('NOT IN'), plus],
    [example('NOT BETWEEN'), plus],
    [example('NOT ILIKE'), plus],
  ];
  return written.map(
    ([criterion, how]) => criterion && filtered(known, only(criterion), { wireEncoding: how }),
  );
}

export const literals = checks({
  'EXP-FILT-14 export.filter.literals-absent': {
    title: 'values that resemble SQL, wildcards or syntax and occur in no record',
    requests: { least: 1, most: 5 },
    lacking: 'needs a column with two different texts',
    questions: absent,
    alsoOwns: isOfFilter,
  },
  'EXP-FILT-14 export.filter.literals-present': {
    title: 'values of the data with quotes, wildcards, spaces, commas or non-Latin letters',
    requests: { least: 1, most: QUESTIONS },
    lacking: 'needs a text with a quote, %, _, a comma, a trailing space or a non-ASCII character',
    questions: (known) =>
      fitColumns(known.survey, 'text')
        .flatMap((column) =>
          chunks(discriminatingTexts([column], 64, ({ length }) => length <= 400)),
        )
        .sort((a, b) => b.length - a.length)
        .slice(0, QUESTIONS)
        .map((some) => filtered(known, anyOf(some))),
    alsoOwns: isOfFilter,
  },
  'EXP-FILT-13 export.filter.blank-encoding': {
    title: 'operators percent-encoded, with %20 and + for a space, and with lower-case escapes',
    requests: { least: 2, most: 9 },
    questions: writings,
    alsoOwns: isOfFilter,
  },
});
