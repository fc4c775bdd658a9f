import type { Context } from '../../../src/harness/suite.js';
import { type Criterion, type Filter, only, where } from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { exportOf, requestProducts } from '../ask.js';
import { expectedRecords } from '../judge/expected-records.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { type Column, textsOf } from '../oracle/column.js';
import { unlearnedComparison } from '../oracle/criterion.js';
import { placesOf } from '../oracle/filter.js';
import { cellValue } from '../oracle/held.js';
import { type ProductPage, tryPage } from '../product-page.js';
import { fitColumns, nullColumn } from './columns.js';
import type { Survey } from './data.js';
import { surveyOf } from './survey.js';

type ArrayEncoding = WireEncoding['arrayEncoding'];
const ENCODINGS: readonly ArrayEncoding[] = ['indexed', 'empty-brackets', 'comma'];
const NULLS = ['NULL', 'null', ''] as const;

/** How arrays are written; the first encoding that gives the right records, else the one that comes nearest. */
export const arrayEncodingOf = (context: Context): Promise<ArrayEncoding> =>
  context.facts.learn('export.array-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.arrayEncoding;
    if (configured !== undefined) return configured;
    const survey = await surveyOf(inner);
    const [example] = [
      ...distinguishingCriteria('IN', 'text', survey, 1),
      ...distinguishingCriteria('IN', 'number', survey, 1),
      ...distinguishingCriteria('BETWEEN', 'number', survey, 1),
    ];
    const listed = example?.criterion ?? textsWithCommas(survey);
    if (listed === undefined) return 'indexed';
    // Of a list that is written with commas, values with commas tell nothing: it is what is left where no other works.
    let best: { readonly encoding: ArrayEncoding; readonly score: number } =
      example === undefined ? { encoding: 'comma', score: 2 } : { encoding: 'indexed', score: 0 };
    for (const encoding of ENCODINGS) {
      const wireEncoding = { arrayEncoding: encoding, nullSpelling: 'NULL' };
      const score = await nearness(inner, survey, only(listed), wireEncoding);
      if (score > best.score) best = { encoding, score };
      if (score === 3) break;
    }
    inner.facts.recordDialect({ arrayEncoding: best.encoding });
    return best.encoding;
  });

/** A list of two texts with commas, for data that has no others. */
function textsWithCommas(survey: Survey): Criterion | undefined {
  const [column] = fitColumns(survey, 'text');
  const [a, b] = column === undefined ? [] : textsOf(column).filter((text) => text.includes(',') && text.length <= 100);
  return column === undefined || a === undefined || b === undefined ? undefined : where(column.name, 'IN', [a, b]);
}

/** 3 for the right records, 2 for some of them, 1 for another list, 0 for none. */
async function nearness(context: Context, survey: Survey, filter: Filter, wireEncoding: WireEncoding): Promise<number> {
  const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize, wireEncoding }));
  if (page === undefined) return 0;
  const places = placesOf(filter, page.records, survey.columns, unlearnedComparison);
  const held = places.filter((place) => place === 'in').length;
  const { required } = expectedRecords(filter, survey, unlearnedComparison);
  if (held > 0 && held >= Math.min(required.length, survey.pageSize) && !places.includes('out')) return 3;
  return held > 0 ? 2 : page.records.length > 0 ? 1 : 0;
}

/**
 * How null is written: the first spelling with which `IS` gives nulls; else the first with which `IS NOT` leaves some
 * records out, for `IS` may be broken. Undefined where none does either.
 */
export const nullSpellingOf = (context: Context): Promise<string | undefined> =>
  context.facts.learn('export.null-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.nullSpelling;
    if (configured !== undefined) return configured === 'none' ? undefined : configured;
    const survey = await surveyOf(inner);
    const all = [...survey.columns.values()];
    const column = nullColumn(survey) ?? all.find(({ nulls }) => nulls === survey.records.length);
    if (column === undefined) {
      // Without a null every record is not null. A column of numbers takes no other text for one.
      const columns = all.filter(({ kind, blanks }) => kind !== 'other' && blanks === 0);
      const any = columns.find(({ kind }) => kind === 'number') ?? columns[0];
      return any && firstOf(NULLS, (one) => bringsAll(inner, survey, any, one));
    }
    const gives =
      (how: 'alone' | 'among others') =>
      (one: string): Promise<boolean> =>
        givesNulls(inner, survey, column, one, how);
    const wireEncoding =
      column.nulls === survey.records.length
        ? // Where all is null, who ignores what it does not understand gives nulls as well.
          await firstOf(
            NULLS,
            async (one) => (await gives('alone')(one)) && !(await givesAny(inner, survey, column, one)),
          )
        : ((await firstOf(NULLS, gives('alone'))) ??
          (await firstOf(NULLS, gives('among others'))) ??
          (await firstOf(NULLS, (one) => leavesSomeOut(inner, survey, column, one))));
    inner.facts.recordDialect({ nullSpelling: wireEncoding ?? 'none' });
    return wireEncoding;
  });

async function firstOf<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await holds(one)) return one;
  return undefined;
}

const askNull = async (
  context: Context,
  survey: Survey,
  { name }: Column,
  operator: 'IS' | 'IS NOT',
  nullSpelling: string,
): Promise<ProductPage | undefined> => {
  const wireEncoding: WireEncoding = { arrayEncoding: 'indexed', nullSpelling };
  const filter = only(where(name, operator, null));
  return tryPage(await requestProducts(context, { filter, limit: survey.pageSize, wireEncoding }));
};

async function givesNulls(
  context: Context,
  survey: Survey,
  column: Column,
  wireEncoding: string,
  how: 'alone' | 'among others',
): Promise<boolean> {
  const page = await askNull(context, survey, column, 'IS', wireEncoding);
  const nulls = (page?.records ?? []).filter((record) => (cellValue(record, column.name) ?? '') === '').length;
  return nulls > 0 && (how === 'among others' || nulls === page?.records.length);
}

const givesAny = async (context: Context, survey: Survey, column: Column, wireEncoding: string): Promise<boolean> =>
  ((await askNull(context, survey, column, 'IS NOT', wireEncoding))?.records ?? []).length > 0;

/** A spelling that is taken as text leaves nothing out, or the nulls as `!=` does: then another one gives the nulls. */
async function leavesSomeOut(context: Context, survey: Survey, column: Column, wireEncoding: string): Promise<boolean> {
  const page = await askNull(context, survey, column, 'IS NOT', wireEncoding);
  const records = page?.records ?? [];
  return records.length > 0 && (page?.meta?.total ?? records.length) < survey.total;
}

async function bringsAll(context: Context, survey: Survey, column: Column, wireEncoding: string): Promise<boolean> {
  const { records = [], meta } = (await askNull(context, survey, column, 'IS NOT', wireEncoding)) ?? {};
  if (records.length === 0 || (meta?.total ?? records.length) !== survey.total) return false;
  // Who ignores what it does not understand brings all for the contrary as well.
  return ((await askNull(context, survey, column, 'IS', wireEncoding))?.records ?? []).length === 0;
}

/** Both spellings; null is written NULL where no spelling is understood. */
export async function wireEncodingOf(context: Context): Promise<WireEncoding> {
  const [arrayEncoding, nullSpelling] = await Promise.all([arrayEncodingOf(context), nullSpellingOf(context)]);
  return { arrayEncoding, nullSpelling: nullSpelling ?? 'NULL' };
}
