/**
 * Learns how the server under test expects arrays, null and the direction of an order in a query
 * string.
 */

import type { Context } from '../../../src/harness/context.js';
import type { Answer } from '../../../src/http/answer.js';
import { type Criterion, type Filter, only, where } from '../../../src/protocol/export/filter.js';
import { tryPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { nullColumn, sortable } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { expectedRecords } from '../model/expected-records.js';
import { exportOf } from '../model/export-target.js';
import type { Column } from '../model/oracle/column.js';
import { unlearnedComparison } from '../model/oracle/criterion.js';
import { membershipsOf } from '../model/oracle/filter.js';
import { findDisorder } from '../model/oracle/order.js';
import { mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';
import { readPage, requestProducts } from './ask.js';
import { nullSpellingOn } from './null-spelling.js';
import { surveyOf } from './survey.js';

type ArrayEncoding = WireEncoding['arrayEncoding'];
const ENCODINGS: readonly ArrayEncoding[] = ['indexed', 'empty-brackets', 'comma'];

/**
 * The first encoding of arrays that returns the right records, otherwise the encoding with the best
 * score.
 */
export const arrayEncodingOf = (context: Context): Promise<ArrayEncoding> =>
  context.facts.learn('export.array-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.arrayEncoding;
    if (configured !== undefined) return configured;
    const survey = await surveyOf(inner);
    const listed = listToTry(survey);
    if (listed === undefined) return 'indexed';
    // A value with a comma cannot test comma-separated lists, so `comma` is used only if no
    // encoding has the score 3.
    const hasComma = [listed.value].flat().some((value) => String(value).includes(','));
    let [best, most]: [ArrayEncoding, number] = hasComma ? ['comma', 2] : ['indexed', -1];
    for (const arrayEncoding of ENCODINGS) {
      const score = await scoreOf(inner, survey, only(listed), {
        arrayEncoding,
        nullSpelling: 'NULL',
      });
      if (score > most) [best, most] = [arrayEncoding, score];
      if (score === 3) break;
    }
    inner.facts.recordDialect({ arrayEncoding: best });
    return best;
  });

/** Whether the settings say how arrays are written, or the data has values to find it out. */
export const isArrayEncodingKnown = (context: Context, survey: Survey): boolean =>
  exportOf(context).dialect.arrayEncoding !== undefined || listToTry(survey) !== undefined;

/** A criterion with an array. Undefined if no column has values for it. */
const listToTry = (survey: Survey): Criterion | undefined =>
  mostDistinguishing('IN', survey) ?? mostDistinguishing('BETWEEN', survey) ?? anyList(survey);

/** A criterion with two values of a column. Values without commas are preferred. */
function anyList({ columns }: Survey): Criterion | undefined {
  for (const wanted of [/^[^,]{1,100}$/, /^.{1,100}$/s])
    for (const { name, kind, values } of columns.values()) {
      const [a, b = a] =
        kind === 'other' ? [] : [...values.keys()].filter((value) => wanted.test(String(value)));
      if (a !== undefined && b !== undefined) return where(name, 'IN', [a, b]);
    }
  return undefined;
}

/**
 * The score of an encoding: 3 if exactly the right records are returned, 2 if some of the returned
 * records are right, 1 if none is right, 0 if no records are returned, and -1 for a refusal.
 */
async function scoreOf(
  context: Context,
  survey: Survey,
  filter: Filter,
  wireEncoding: WireEncoding,
): Promise<number> {
  const page = await readPage(context, { filter, limit: survey.pageSize, wireEncoding });
  if (page === undefined) return -1;
  const memberships = membershipsOf(filter, page.records, survey.columns, unlearnedComparison);
  const matched = memberships.filter((membership) => membership === 'in').length;
  const { required } = expectedRecords(filter, survey, unlearnedComparison);
  if (
    matched > 0 &&
    matched >= Math.min(required.length, survey.pageSize) &&
    !memberships.includes('out')
  )
    return 3;
  if (matched > 0) return 2;
  return page.records.length > 0 ? 1 : 0;
}

/**
 * The text that the server under test reads as null in a filter. With this text, `IS` returns
 * nulls. Because `IS` may be faulty, a text also counts if `IS NOT` excludes some records. The
 * result is undefined if there is no such text.
 */
export const nullSpellingOf = (context: Context): Promise<string | undefined> =>
  context.facts.learn('export.null-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.nullSpelling;
    if (configured !== undefined) return configured === 'none' ? undefined : configured;
    const survey = await surveyOf(inner);
    const all = [...survey.columns.values()];
    // If no column contains null, IS NOT must return all records. Columns of numbers are preferred,
    // because no number equals the text if the server reads it as a value.
    const others = all.filter(({ kind, blanks }) => kind !== 'other' && blanks === 0);
    const column =
      nullColumn(survey) ??
      all.find(({ nulls }) => nulls === survey.records.length) ??
      others.find(({ kind }) => kind === 'number') ??
      others[0];
    const found = column && (await nullSpellingOn(column, survey, inner));
    if (column !== undefined && column.nulls > 0)
      inner.facts.recordDialect({ nullSpelling: found ?? 'none' });
    return found;
  });

/** If the server under test reads no known text as null, filters use `NULL`. */
export const wireEncodingOf = async (context: Context): Promise<WireEncoding> => ({
  arrayEncoding: await arrayEncodingOf(context),
  nullSpelling: (await nullSpellingOf(context)) ?? 'NULL',
});

/** Values of orderBy that may request an ascending order. */
const ORDER_FORMS = ['column', 'column ASC', 'column asc'] as const;
type OrderEncoding = (typeof ORDER_FORMS)[number];

interface LearnedOrder {
  /** The value of orderBy that the server under test understands. */
  readonly by: (column: Pick<Column, 'name'>) => string;
  /**
   * The member is set if the column name alone is refused or ignored (EXP-SORT-1). It contains the
   * response to the column name and the response to the value that works.
   */
  readonly instead?: { readonly column: Column; readonly bare: Answer; readonly works: Answer };
}

const writtenAs =
  (encoding: OrderEncoding): LearnedOrder['by'] =>
  ({ name }) =>
    encoding.replace('column', name);

/**
 * The first form of orderBy that orders the records. The column name alone is used if no form
 * orders the records, or if the unordered list is already in the order of every column.
 */
export const orderEncodingOf = (context: Context): Promise<LearnedOrder> =>
  context.facts.learn('export.order-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.orderBy;
    if (configured !== undefined) return { by: writtenAs(configured) };
    const survey = await surveyOf(inner);
    const column = sortable(survey).find(
      (column) => findDisorder(survey.records, column) !== undefined,
    );
    if (column === undefined) return { by: writtenAs('column') };
    let bare: Answer | undefined;
    for (const form of ORDER_FORMS) {
      const by = writtenAs(form);
      const answer = await requestProducts(inner, { orderBy: by(column), limit: survey.pageSize });
      bare ??= answer;
      const records = tryPage(answer)?.records;
      // EXP-SORT-1 tests the direction, so either direction is accepted here.
      const isOrdered = ([1, -1] as const).some(
        (direction) => records && findDisorder(records, column, direction) === undefined,
      );
      if (!isOrdered) continue;
      if (form === 'column') break;
      inner.facts.recordDialect({ orderBy: form });
      return { by, instead: { column, bare, works: answer } };
    }
    return { by: writtenAs('column') };
  });
