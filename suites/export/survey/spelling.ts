import type { Context } from '../../../src/harness/index.js';
import { expectedRecords } from '../judge/expected-records.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import type { Column } from '../oracle/column.js';
import { unlearnedSemantics } from '../oracle/criterion.js';
import { type Filter, only, where } from '../request/filter.js';
import { tryPage } from '../request/product-page.js';
import { exportOf, requestProducts } from '../request/products-request.js';
import type { Spelling } from '../request/query-string.js';
import { nullColumn } from './columns.js';
import { identity } from './identity.js';
import { type Survey, surveyOf } from './survey.js';

type ArrayEncoding = Spelling['arrayEncoding'];
const ENCODINGS: readonly ArrayEncoding[] = ['indexed', 'empty-brackets', 'comma'];
const NULLS = ['NULL', 'null', ''] as const;

/** How arrays are written; the first encoding that gives the right records, else the one that comes nearest. */
export const arrayEncodingOf = (context: Context): Promise<ArrayEncoding> =>
  context.shared('export.array-encoding', async (inner) => {
    const configured = exportOf(inner).dialect.arrayEncoding;
    if (configured !== undefined) return configured;
    const survey = await surveyOf(inner);
    const [example] = [
      ...distinguishingCriteria('IN', 'text', survey, 1),
      ...distinguishingCriteria('IN', 'number', survey, 1),
    ];
    if (example === undefined) return 'indexed';
    let best: { readonly encoding: ArrayEncoding; readonly score: number } = { encoding: 'indexed', score: 0 };
    for (const encoding of ENCODINGS) {
      const spelling = { arrayEncoding: encoding, nullSpelling: 'NULL' };
      const score = await nearness(inner, survey, only(example.criterion), spelling);
      if (score > best.score) best = { encoding, score };
      if (score === 3) break;
    }
    inner.settle({ arrayEncoding: best.encoding });
    return best.encoding;
  });

/** 3 for the right records, 2 for some of them, 1 for another list, 0 for none. */
async function nearness(context: Context, survey: Survey, filter: Filter, spelling: Spelling): Promise<number> {
  const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize, spelling }));
  if (page === undefined) return 0;
  const right = new Set(expectedRecords(filter, survey, unlearnedSemantics).required.map(identity));
  const held = page.records.filter((record) => right.has(identity(record))).length;
  if (held === right.size && page.records.length === held) return 3;
  return held > 0 ? 2 : page.records.length > 0 ? 1 : 0;
}

/** How null is written, by the first spelling with which `IS` gives the nulls or `IS NOT` the rest; undefined where none does. */
export const nullSpellingOf = (context: Context): Promise<string | undefined> =>
  context.shared('export.null-spelling', async (inner) => {
    const configured = exportOf(inner).dialect.nullSpelling;
    if (configured !== undefined) return configured === 'none' ? undefined : configured;
    const survey = await surveyOf(inner);
    const column = nullColumn(survey);
    if (column === undefined) return 'NULL';
    for (const spelling of NULLS) {
      if (await understands(inner, survey, column, spelling)) {
        inner.settle({ nullSpelling: spelling });
        return spelling;
      }
    }
    inner.settle({ nullSpelling: 'none' });
    return undefined;
  });

async function understands(context: Context, survey: Survey, column: Column, nullSpelling: string): Promise<boolean> {
  const spelling: Spelling = { arrayEncoding: 'indexed', nullSpelling };
  for (const operator of ['IS', 'IS NOT'] as const) {
    const filter = only(where(column.name, operator, null));
    const page = tryPage(await requestProducts(context, { filter, limit: survey.pageSize, spelling }));
    const records = page?.records ?? [];
    if (records.length === 0) continue;
    const total = page?.meta?.total ?? records.length;
    // A spelling that is taken as text gives nothing for IS and everything for IS NOT; any other answer shows it understood.
    if (operator === 'IS' || total < survey.total) return true;
  }
  return false;
}

/** Both spellings; null is written NULL where no spelling is understood. */
export async function spellingOf(context: Context): Promise<Spelling> {
  const [arrayEncoding, nullSpelling] = await Promise.all([arrayEncodingOf(context), nullSpellingOf(context)]);
  return { arrayEncoding, nullSpelling: nullSpelling ?? 'NULL' };
}
