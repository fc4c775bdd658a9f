import type { Context } from '../../../src/harness/context.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { tryPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { Survey } from '../model/data.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { requestProducts } from './ask.js';

const NULLS = ['NULL', 'null', ''] as const;

/** How many records a response returned, and whether they are null in the column. */
interface Returned {
  readonly part: 'none' | 'some' | 'all' | 'more';
  readonly nulls: 'none' | 'alone' | 'among others';
}

/** Sends `IS` or `IS NOT` with a spelling of null. */
type Ask = (operator: 'IS' | 'IS NOT', spelling: string) => Promise<Returned>;

/** Whether a response shows that the target understands a spelling. */
type Sign = (spelling: string) => Promise<boolean>;

/** The first spelling of null that the target understands, by the clearest sign of any of them. */
export async function nullSpellingOn(
  column: Column,
  survey: Survey,
  context: Context,
): Promise<string | undefined> {
  const ask: Ask = async (operator, nullSpelling) => {
    const wireEncoding: WireEncoding = { arrayEncoding: 'indexed', nullSpelling };
    const filter = only(where(column.name, operator, null));
    const request = { filter, limit: survey.pageSize, wireEncoding };
    const { records = [], meta } = tryPage(await requestProducts(context, request)) ?? {};
    const nulls = records.filter((record) => (cellValue(record, column.name) ?? '') === '').length;
    return {
      part: partOf(records.length, meta?.total ?? records.length, survey.total),
      nulls: shareOf(nulls, records.length),
    };
  };
  const signs = signsOn(column, survey, ask);
  for (const sign of signs) {
    for (const spelling of NULLS) if (await sign(spelling)) return spelling;
  }
  return undefined;
}

function partOf(records: number, total: number, all: number): Returned['part'] {
  if (records === 0) return 'none';
  if (total < all) return 'some';
  return total === all ? 'all' : 'more';
}

function shareOf(nulls: number, records: number): Returned['nulls'] {
  if (nulls === 0) return 'none';
  return nulls === records ? 'alone' : 'among others';
}

/** The signs that a column can show, the clearest first. */
function signsOn({ nulls }: Column, { records }: Survey, ask: Ask): readonly Sign[] {
  const isPart = async (
    operator: 'IS' | 'IS NOT',
    part: Returned['part'],
    spelling: string,
  ): Promise<boolean> => (await ask(operator, spelling)).part === part;
  const returnsNulls: Sign = async (one) => (await ask('IS', one)).nulls !== 'none';
  const returnsNullsAlone: Sign = async (one) => (await ask('IS', one)).nulls === 'alone';
  // A spelling that is read as text leaves out nothing, or the nulls as `!=` does; then another
  // spelling returns the nulls.
  const leavesSomeOut: Sign = (one) => isPart('IS NOT', 'some', one);
  // A server that ignores what it does not understand returns all records for both operators.
  const returnsAll: Sign = async (one) =>
    (await isPart('IS NOT', 'all', one)) && isPart('IS', 'none', one);
  const returnsNone: Sign = async (one) =>
    (await returnsNullsAlone(one)) && isPart('IS NOT', 'none', one);
  if (nulls === 0) return [returnsAll];
  if (nulls === records.length) return [returnsNone];
  return [returnsNullsAlone, returnsNulls, leavesSomeOut];
}
