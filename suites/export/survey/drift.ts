/** Checks at the end of a run whether the data has changed since it was read. */

import type { Context } from '../../../src/harness/context.js';
import { optional } from '../../../src/harness/optional.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Survey } from '../model/data.js';
import { recordsWithOtherValues, unknownAmong } from '../model/expected-records.js';
import { type Changing, changedColumns, changingColumns, identity } from '../model/identity.js';
import { requestProducts } from './ask.js';
import { keyRangeOf } from './key-range.js';
import { DATA } from './survey.js';

/**
 * Returns the names of changed facts, each with a reason. Requests the pages again that were read
 * last (`COMPARED_PAGES`). If a page differs, it is requested once more. A page without offset is
 * then requested with `offset=0`, because a cache may have returned a wrong page for its URL.
 */
export const drift = async (context: Context): Promise<ReadonlyMap<string, string>> =>
  (await optional(changedFacts(context))) ?? new Map();

async function changedFacts(context: Context): Promise<ReadonlyMap<string, string>> {
  const survey = await keyRangeOf(context);
  for (const { request, page } of survey.pages.slice(-COMPARED_PAGES)) {
    const read = async (question: ProductsQuestion): Promise<ProductPage | undefined> =>
      tryPage(await requestProducts(context, question, { fresh: true }));
    const after = await read(request);
    const isUnclear = hasUnmatchedRecords(page, after, survey);
    if (!isChanged(page, after, survey) && !isUnclear) continue;
    const again = await read({ ...request, offset: request.offset ?? 0 });
    // A change counts only if the second response confirms it. Without a key (a column that
    // identifies records), unknown records count only if both responses are equal, because a list
    // in a varying order would differ again.
    const isSameAgain = identities(after, survey.changing) === identities(again, survey.changing);
    const isConfirmed = isChanged(page, again, survey) || (isUnclear && isSameAgain);
    if (!isConfirmed) continue;
    // The changed columns are stored. They are ignored when the recorded run is tested again.
    const changing = changingColumns(context.target);
    const changed =
      survey.key && again && changedColumns(page.records, again.records, survey.key.name, changing);
    for (const name of changed ?? []) changing.add(name);
    return new Map([
      [DATA, 'the data changed during the run; run again while the data does not change'],
    ]);
  }
  return new Map();
}

/** Without a key it is unclear whether the order or the values changed. */
const hasUnmatchedRecords = (
  before: ProductPage,
  after: ProductPage | undefined,
  survey: Survey,
): boolean =>
  survey.key === undefined &&
  !survey.complete &&
  unknownAmong(after?.records ?? [], before.records, survey).length > 0;

const identities = (page: ProductPage | undefined, changing: Changing): string =>
  JSON.stringify(page?.records.map((record) => identity(record, changing)));

/**
 * The number of compared pages. These are the pages that were read last. The first page of the list
 * is read first. If needed, a page with a large limit is read next, and then the last page of the
 * list or the page of the key range (records with consecutive keys).
 */
const COMPARED_PAGES = 2;

/**
 * The data changed if the total differs, a value of a record differs, or more records are new than
 * a varying order can explain.
 */
function isChanged(before: ProductPage, after: ProductPage | undefined, survey: Survey): boolean {
  const { complete, keyRange, records } = survey;
  if (after === undefined) return false;
  if (after.meta?.total !== before.meta?.total) return true;
  // If the order varies, the page may contain records that were on other pages before.
  const unseen = Math.max(
    0,
    (after.meta?.total ?? Number.POSITIVE_INFINITY) - before.records.length,
  );
  const unknown = unknownAmong(after.records, before.records, survey).length;
  if (unknown > unseen) return true;
  const hasNewRecord = (page: ProductPage): boolean =>
    unknownAmong(page.records, records, survey).length > 0;
  if (complete && keyRange === undefined && !hasNewRecord(before) && hasNewRecord(after))
    return true;
  const seen = { ...survey, records: before.records };
  const isWhole = complete && (after.meta?.total ?? 0) <= after.records.length;
  return recordsWithOtherValues(after.records, seen).length > 0 || (isWhole && unknown > 0);
}
