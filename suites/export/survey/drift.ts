import type { Context } from '../../../src/harness/context.js';
import { optional } from '../../../src/harness/optional.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Survey } from '../model/data.js';
import { otherwise, unknownAmong } from '../model/expected-records.js';
import { type Changing, changedColumns, changingColumns, identity } from '../model/identity.js';
import { requestProducts } from './ask.js';
import { keyRangeOf } from './key-range.js';
import { DATA } from './survey.js';

/**
 * Whether the data is still what the survey found: its largest page again, and its end where it
 * took several. What differs is asked twice, the second time in other words, which a cache may keep
 * elsewhere: an answer that then is the first one again tells of a faulty answer, not of other
 * data.
 */
export const drift = async (context: Context): Promise<ReadonlyMap<string, string>> =>
  // Without an answer nothing speaks of a change.
  (await optional(changedFacts(context))) ?? new Map();

async function changedFacts(context: Context): Promise<ReadonlyMap<string, string>> {
  const survey = await keyRangeOf(context);
  for (const { request, page } of survey.pages.slice(-LOOKED_AT)) {
    const read = async (asked: ProductsQuestion): Promise<ProductPage | undefined> =>
      tryPage(await requestProducts(context, asked, { fresh: true }));
    const after = await read(request);
    const isUnclear = hasUnnamed(page, after, survey);
    if (!isOther(page, after, survey) && !isUnclear) continue;
    const again = await read({ ...request, offset: request.offset ?? 0 });
    // A list that stands still does not turn: what it held before were other values.
    if (
      !isOther(page, again, survey) &&
      !(isUnclear && identities(after, survey.changing) === identities(again, survey.changing))
    )
      continue;
    // What changed is told apart by column: a run that is judged again does without those that
    // change.
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

/**
 * Other records in a part of the data, where no key tells whether the list turned or its values
 * changed.
 */
const hasUnnamed = (before: ProductPage, after: ProductPage | undefined, survey: Survey): boolean =>
  survey.key === undefined &&
  !survey.complete &&
  unknownAmong(after?.records ?? [], before.records, survey).length > 0;

const identities = (page: ProductPage | undefined, changing: Changing): string =>
  JSON.stringify(page?.records.map((record) => identity(record, changing)));

/** The widest page, and the last of several or the one of the key range. */
const LOOKED_AT = 2;

/**
 * Another total, another value in a record of both, or more of a record than there is: no other
 * order or part.
 */
function isOther(before: ProductPage, after: ProductPage | undefined, survey: Survey): boolean {
  const { complete, keyRange, records } = survey;
  if (after === undefined) return false;
  if (after.meta?.total !== before.meta?.total) return true;
  // What a list gives another time are records that were not seen before: of those there are so
  // many.
  const unseen = Math.max(
    0,
    (after.meta?.total ?? Number.POSITIVE_INFINITY) - before.records.length,
  );
  const unknown = unknownAmong(after.records, before.records, survey).length;
  if (unknown > unseen) return true;
  const isNew = (page: ProductPage): boolean =>
    unknownAmong(page.records, records, survey).length > 0;
  if (complete && keyRange === undefined && !isNew(before) && isNew(after)) return true;
  const seen = { ...survey, records: before.records };
  const isWhole = complete && (after.meta?.total ?? 0) <= after.records.length;
  return otherwise(after.records, seen).length > 0 || (isWhole && unknown > 0);
}
