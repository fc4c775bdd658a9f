/** Finds out quickly that a page does not contain the records that a mistake selects. */

import { memoizedByObject } from '../../../src/memoized.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { unknownAmong, unreadAmong } from '../model/expected-records.js';
import { surveyFor } from '../model/key-range.js';
import { filterEvaluator } from '../model/oracle/filter.js';
import { TRUE } from '../model/oracle/truth.js';
import { filterIn } from '../model/request.js';

/** The filter of a list whose total shows whether other records were selected. */
function countedFilter(page: ProductPage, question: ProductsQuestion, known: Known) {
  // Of large data only a range of keys is known.
  const survey = surveyFor(question, known);
  const { records, meta } = page;
  const filter = filterIn(question, known);
  const isCounted =
    survey.complete && survey.changes === undefined && question.destination === undefined;
  if (filter === undefined || meta === undefined || !isCounted || question.groupBy !== undefined)
    return undefined;
  // A list with records that were not read before may have grown.
  if (unreadAmong(records, survey).length > 0) return undefined;
  const truthsOf = (some: readonly ProductRecord[]): Uint8Array =>
    filterEvaluator(some)(survey.columns)(known.comparisonRules)(filter);
  return { total: meta.total, truthsOf, all: survey.records };
}

/**
 * Whether the wrong records of the page alone show that other records were selected. This saves the
 * evaluation of the filter for all records.
 */
export function showsOtherRecords(
  page: ProductPage,
  question: ProductsQuestion,
  known: Known,
  { came, missing }: Wrong,
): boolean {
  if (came.length + missing.length === 0) return false;
  const counted = countedFilter(page, question, known);
  if (counted === undefined) return false;
  const { total, truthsOf } = counted;
  const isOnPage = (one: ProductRecord): boolean => page.records.includes(one);
  // A mistake may also have changed which of these records are on the page.
  if (came.every(isOnPage) && truthsOf(came).some((one) => !(one & TRUE))) return true;
  const isWhole = page.records.length === total && !missing.some(isOnPage);
  return isWhole && truthsOf(missing).some((one) => one === TRUE);
}

/** Whether the total of the page shows that other records were selected. */
export function countsOtherRecords(
  page: ProductPage,
  question: ProductsQuestion,
  known: Known,
): boolean {
  const counted = countedFilter(page, question, known);
  if (counted === undefined) return false;
  const { least, most } = countsIn(counted.truthsOf(counted.all));
  return counted.total < least || counted.total > most;
}

/** How many records must be selected, and how many may be. */
const countsIn = memoizedByObject((truths: Uint8Array) => ({
  // A truth is the set of possible results: only true, or true and others.
  least: truths.filter((one) => one === TRUE).length,
  most: truths.filter((one) => one & TRUE).length,
}));

/** Records that show quickly that a reading does not predict a page. */
interface Wrong {
  /** The first records of the page that its request does not select. */
  readonly came: readonly ProductRecord[];
  /** The first records that are not on the page, although its request selects them. */
  readonly missing: readonly ProductRecord[];
}
const NONE: Wrong = { came: [], missing: [] };
const MOST_WRONG = 3;

/** The wrong records of a page. There are none on a right page. */
export const wrongIn = memoizedByObject((known: Known) =>
  memoizedByObject(({ page, question, compare }: Exchange): Wrong => {
    const { survey, comparisonRules } = known;
    const filter = filterIn(question, known);
    const isRight = compare(known).deviation === undefined;
    if (page === undefined || filter === undefined || isRight) return NONE;
    const truthsOf = (some: readonly ProductRecord[]): Uint8Array =>
      filterEvaluator(some)(survey.columns)(comparisonRules)(filter);
    const ofPage = truthsOf(page.records);
    const ofAll = truthsOf(survey.records);
    const selected = survey.records.filter((_, at) => ofAll[at] === TRUE);
    return {
      came: page.records.filter((_, at) => !((ofPage[at] ?? TRUE) & TRUE)).slice(0, MOST_WRONG),
      missing: unknownAmong(selected, page.records, survey).slice(0, MOST_WRONG),
    };
  }),
);
