/** Finds out quickly that a page does not contain the records that a mistake selects. */

import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { unknownAmong, unreadAmong } from '../model/expected-records.js';
import { surveyFor } from '../model/key-range.js';
import { filterEvaluator } from '../model/oracle/filter.js';
import { memoizedByObject } from '../model/oracle/memoized.js';
import { TRUE } from '../model/oracle/truth.js';
import { filterIn } from '../model/request.js';

/**
 * Whether the wrong records of the page alone, or its total, show that other records were selected.
 * This saves the comparison of all records.
 */
export function hasOtherRecords(
  page: ProductPage,
  question: ProductsQuestion,
  known: Known,
  { came, missing }: Wrong = NONE,
): boolean {
  const { comparisonRules } = known;
  // Of large data only a range of keys is known.
  const survey = surveyFor(question, known);
  const { records, meta } = page;
  const filter = filterIn(question, known);
  const isCounted =
    survey.complete && survey.changes === undefined && question.destination === undefined;
  if (filter === undefined || meta === undefined || !isCounted || question.groupBy !== undefined)
    return false;
  // A list with records that were not read before may have grown.
  if (unreadAmong(records, survey).length > 0) return false;
  const truthsOf = (some: readonly ProductRecord[]): Uint8Array =>
    filterEvaluator(some)(survey.columns)(comparisonRules)(filter);
  const isOnPage = (one: ProductRecord): boolean => records.includes(one);
  // A mistake may also have changed which of these records are on the page.
  if (came.every(isOnPage) && truthsOf(came).some((one) => !(one & TRUE))) return true;
  const isWhole = records.length === meta.total && !missing.some(isOnPage);
  if (isWhole && truthsOf(missing).some((one) => one === TRUE)) return true;
  let least = 0;
  let most = 0;
  // A truth is the set of possible results: only true, or true and others.
  for (const one of truthsOf(survey.records)) {
    if (one === TRUE) least += 1;
    if (one & TRUE) most += 1;
  }
  return meta.total < least || meta.total > most;
}

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
