/**
 * Learns which text the server under test reads as null in a filter: `NULL`, `null` or the empty
 * text.
 */

import type { Context } from '../../../src/harness/context.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { Survey } from '../model/data.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { readPage } from './ask.js';

const NULLS = ['NULL', 'null', ''] as const;

/**
 * `part` says how many records of the target a filter matches: none, some, all, or more than exist.
 * `nulls` says how many of the returned records are null in the column: none, all (`alone`) or
 * some.
 */
interface Returned {
  readonly part: 'none' | 'some' | 'all' | 'more';
  readonly nulls: 'none' | 'alone' | 'among others';
}

type Ask = (operator: 'IS' | 'IS NOT', spelling: string) => Promise<Returned>;

type Test = (spelling: string) => Promise<boolean>;

/**
 * Returns the text that the server reads as null, or undefined if there is none. The most reliable
 * test is tried first, with every spelling.
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
    const { records = [], meta } = (await readPage(context, request)) ?? {};
    const cells = records.map((record) => cellValue(record, column.name) ?? null);
    // If the column has nulls, but none came, then empty texts do not count as nulls: the server
    // has compared with the empty text.
    const hasNull = column.nulls === 0 || cells.includes(null);
    const nulls = hasNull ? cells.filter((cell) => (cell ?? '') === '').length : 0;
    return {
      part: partOf(records.length, meta?.total ?? records.length, survey.total),
      nulls: shareOf(nulls, records.length),
    };
  };
  const tests = testsOn(column, survey, ask);
  for (const test of tests) {
    for (const spelling of NULLS) if (await test(spelling)) return spelling;
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

function testsOn({ nulls }: Column, { records }: Survey, ask: Ask): readonly Test[] {
  const returnsPart = async (
    operator: 'IS' | 'IS NOT',
    part: Returned['part'],
    spelling: string,
  ): Promise<boolean> => (await ask(operator, spelling)).part === part;
  const returnsNulls: Test = async (one) => (await ask('IS', one)).nulls !== 'none';
  const returnsNullsAlone: Test = async (one) => (await ask('IS', one)).nulls === 'alone';
  // This test is the least reliable: a server that reads the spelling as text may also leave out
  // the nulls, as it does for `!=`.
  const leavesSomeOut: Test = (one) => returnsPart('IS NOT', 'some', one);
  // Both operators are tested, because a server that ignores unknown spellings returns all records
  // for both.
  const returnsAll: Test = async (one) =>
    (await returnsPart('IS NOT', 'all', one)) && returnsPart('IS', 'none', one);
  const returnsNone: Test = async (one) =>
    (await returnsNullsAlone(one)) && returnsPart('IS NOT', 'none', one);
  if (nulls === 0) return [returnsAll];
  if (nulls === records.length) return [returnsNone];
  return [returnsNullsAlone, returnsNulls, leavesSomeOut];
}
