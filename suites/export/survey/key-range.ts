/**
 * Finds a key range in data that is too large to be read completely. A key range is all records
 * between two values of a key, so few that one page contains them.
 */

import type { Context } from '../../../src/harness/context.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import { totalOf } from '../../../src/protocol/export/product-page.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Survey, SurveyedPage } from '../model/data.js';
import { unknownAmong } from '../model/expected-records.js';
import { type Column, cellValue, learnColumns, sortedNumbers } from '../model/oracle/column.js';
import { readPage } from './ask.js';
import { hasMore } from './contradiction.js';
import { surveyOf } from './survey.js';

/** The name of the fact that contains the records of the key range. */
export const KEY_RANGE = 'export.part';

/**
 * The facts about all data if it was read, otherwise about a key range if there is one. With a key
 * range, filters are combined with its criteria, so that every matching record is known.
 */
export const keyRangeOf = (context: Context): Promise<Survey> =>
  context.facts.learn(KEY_RANGE, async (inner) => {
    const survey = await surveyOf(inner);
    const { key } = survey;
    if (survey.complete || survey.contradiction !== undefined || key?.kind !== 'number')
      return survey;
    return (await findKeyRange(inner, survey, key)) ?? survey;
  });

/** In a smaller key range, a filter selects and excludes too few records. */
const MIN_RECORDS = 30;
const MAX_TRIES = 3;

/**
 * Finds two keys between which the records nearly fill a page. The keys of the sample are taken for
 * a fair share of all keys; if a range then has too many or too few records, it is resized.
 */
async function findKeyRange(
  context: Context,
  survey: Survey,
  key: Column,
): Promise<Survey | undefined> {
  const keys = sortedNumbers(key);
  // A part of the page stays free, because the number of records is only estimated.
  const wanted = 0.8 * survey.pageSize;
  let step = Math.ceil((wanted * keys.length) / survey.total);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    step = Math.max(1, Math.min(keys.length - 1, step));
    const start = Math.floor((keys.length - 1 - step) / 2);
    const low = keys[start];
    const high = keys[start + step];
    if (low === undefined || high === undefined) return undefined;
    const keyRange = [where(key.name, '>=', low), where(key.name, '<=', high)];
    const read = await readRange(context, keyRange, survey);
    if (read === undefined) return undefined;
    const { total } = read;
    if (read.isWhole && (total >= MIN_RECORDS || step === keys.length - 1)) {
      const found = partOf(survey, read.range, keyRange);
      return total >= 2 && isSound(found, survey, { key, low, high }) ? found : undefined;
    }
    step = Math.max(1, Math.floor((step * wanted) / Math.max(1, total)));
  }
  return undefined;
}

/**
 * Reads the records of a key range. Returns undefined if the response is not a list, or if it has
 * no `meta.total` and another record follows, so that the number of records is unknown.
 */
async function readRange(
  context: Context,
  keyRange: readonly Criterion[],
  { pageSize }: Survey,
): Promise<
  { readonly range: SurveyedPage; readonly total: number; readonly isWhole: boolean } | undefined
> {
  const request = { filter: only(...keyRange), limit: pageSize };
  const page = await readPage(context, request);
  if (page === undefined) return undefined;
  if (page.meta === undefined && (await hasMore(context, request, page))) return undefined;
  const total = totalOf(page);
  return { range: { request, page }, total, isWhole: total === page.records.length };
}

/**
 * The facts about a key range. The kinds of its columns (number or text) are those of the sample.
 */
function partOf(sample: Survey, range: SurveyedPage, keyRange: readonly Criterion[]): Survey {
  const { records } = range.page;
  const columns = new Map(
    learnColumns(records, [...sample.columns.values()]).map((column) => [column.name, column]),
  );
  const key = sample.key && columns.get(sample.key.name);
  const pages = [...sample.pages, range];
  return {
    ...sample,
    records,
    complete: true,
    whyIncomplete: '',
    total: records.length,
    columns,
    key,
    pages,
    keyRange,
  };
}

/**
 * Whether a key range was read without errors. Every record must be between the keys, no record may
 * be repeated, and no record of the sample may be missing. Records whose key equals a bound may be
 * missing, because other checks test the bounds.
 */
function isSound(
  found: Survey,
  sample: Survey,
  { key, low, high }: { readonly key: Column; readonly low: number; readonly high: number },
): boolean {
  const numberOf = (record: ProductRecord): number => Number(cellValue(record, key.name));
  const numbers = found.records.map(numberOf);
  const inside = sample.records.filter(
    (record) => numberOf(record) > low && numberOf(record) < high,
  );
  return (
    numbers.every((number) => number >= low && number <= high) &&
    new Set(numbers).size === numbers.length &&
    unknownAmong(inside, found.records, sample).length === 0
  );
}
