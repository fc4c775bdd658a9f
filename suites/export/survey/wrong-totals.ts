/**
 * Finds wrong totals of lists with a filter and of lists with an offset, so that later comparisons
 * do not rely on them.
 */

import type { Context } from '../../../src/harness/context.js';
import { describeFilter, only } from '../../../src/protocol/export/filter.js';
import type { Contradiction, Survey, WrongTotals } from '../model/data.js';
import { isShort } from '../model/page-size.js';
import { contrastsOf, mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';
import { readPage } from './ask.js';
import { repeatedContradiction, repeatedOn, totalContradiction } from './contradiction.js';
import { surveyOf } from './survey.js';

/** Learns once in a run in which lists the totals are wrong. */
export const wrongTotalsIn = (context: Context): Promise<WrongTotals> =>
  context.facts.learn('export.wrong-totals', async (inner) => {
    const survey = await surveyOf(inner);
    // The list without a filter contradicts itself, so totals are not compared anyway.
    if (survey.contradiction !== undefined) return {};
    const filtered = await wrongWithFilter(inner, survey);
    const offset = await wrongWithOffset(inner, survey);
    return { filtered, offset };
  });

/**
 * Returns a contradiction if `meta.total` of a filtered list is greater than the number of its
 * records, or if the list contains a record twice. A greater total is right if records follow the
 * first page, so the next record is requested.
 */
async function wrongWithFilter(
  context: Context,
  survey: Survey,
): Promise<Contradiction | undefined> {
  // If no value selects only a part of the records, a value that selects none is used.
  const example = mostDistinguishing('=', survey) ?? contrastsOf('=', survey)[0];
  if (example === undefined) return undefined;
  const filter = only(example);
  const page = await readPage(context, { filter, limit: survey.pageSize });
  if (page?.meta === undefined) return undefined;
  const repeated = survey.key === undefined ? undefined : repeatedOn(page, context);
  if (repeated !== undefined) return repeatedContradiction(repeated, page, describeFilter(filter));
  // A short page has fewer records than its own `meta` requires.
  if (!isShort(page)) return undefined;
  const { length } = page.records;
  const next = await readPage(context, { filter, limit: 1, offset: length });
  if (next === undefined || next.records.length > 0) return undefined;
  return totalContradiction(
    `meta.total ${length}, the number of records that came, for ${describeFilter(filter)}`,
    page.meta.total,
    next.answer,
    page.answer,
  );
}

/**
 * Returns a contradiction if the total with an offset differs from the total without an offset.
 */
async function wrongWithOffset(
  context: Context,
  survey: Survey,
): Promise<Contradiction | undefined> {
  if (!survey.complete || survey.total < 2) return undefined;
  const page = await readPage(context, { limit: 1, offset: 1 });
  if (page?.meta === undefined || page.meta.total === survey.total) return undefined;
  return totalContradiction(
    `meta.total ${survey.total}, as without offset, for limit 1, offset 1`,
    page.meta.total,
    page.answer,
  );
}
