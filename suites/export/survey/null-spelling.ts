/** Learns how null is written in a filter of the target. */

import type { Context } from '../../../src/harness/context.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { tryPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { Survey } from '../model/data.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { requestProducts } from './ask.js';

const NULLS = ['NULL', 'null', ''] as const;

/** The number of records in a response, and whether they are null in the column. */
interface Returned {
  readonly part: 'none' | 'some' | 'all' | 'more';
  readonly nulls: 'none' | 'alone' | 'among others';
}

/** Sends `IS` or `IS NOT` with a spelling of null. */
type Ask = (operator: 'IS' | 'IS NOT', spelling: string) => Promise<Returned>;

/** A test that shows whether the target understands a spelling of null. */
type Sign = (spelling: string) => Promise<boolean>;

/**
 * The first spelling of null that the target understands. The clearest test is tried first with
 * every spelling.
 */
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

/** The tests that a column allows, clearest first. */
function signsOn({ nulls }: Column, { records }: Survey, ask: Ask): readonly Sign[] {
  const isPart = async (
    operator: 'IS' | 'IS NOT',
    part: Returned['part'],
    spelling: string,
  ): Promise<boolean> => (await ask(operator, spelling)).part === part;
  const returnsNulls: Sign = async (one) => (await ask('IS', one)).nulls !== 'none';
  const returnsNullsAlone: Sign = async (one) => (await ask('IS', one)).nulls === 'alone';
  // `IS NOT` with a spelling that is read as ordinary text excludes no record, or excludes the
  // nulls as `!=` does. In the second case another spelling returns the nulls with `IS`.
  const leavesSomeOut: Sign = (one) => isPart('IS NOT', 'some', one);
  // A server that ignores unknown spellings returns all records for both operators.
  const returnsAll: Sign = async (one) =>
    (await isPart('IS NOT', 'all', one)) && isPart('IS', 'none', one);
  const returnsNone: Sign = async (one) =>
    (await returnsNullsAlone(one)) && isPart('IS NOT', 'none', one);
  if (nulls === 0) return [returnsAll];
  if (nulls === records.length) return [returnsNone];
  return [returnsNullsAlone, returnsNulls, leavesSomeOut];
}
