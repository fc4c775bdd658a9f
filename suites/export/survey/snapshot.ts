/** Reads the whole dataset, if the settings allow it. */

import type { Context } from '../../../src/harness/context.js';
import { describeAnswer } from '../../../src/harness/finding.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { type ProductPage, totalOf, tryPage } from '../../../src/protocol/export/product-page.js';
import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Snapshot, SurveyedPage } from '../model/data.js';
import { exportOf } from '../model/export-target.js';
import { changingColumns, identity } from '../model/identity.js';
import { describeContradiction } from '../model/page-size.js';
import { readPage, requestProducts } from './ask.js';
import { contradictionIn, hasMore, missingEnd } from './contradiction.js';

/**
 * Requests a page with a large limit. The treatment of the limit is recorded in the dialect: the
 * behaviours of the target where the specification allows several.
 */
async function readLarge(context: Context, limit: number): Promise<ProductPage | undefined> {
  const page = await readPage(context, { limit });
  context.facts.recordDialect({ describeLimit: describeLimit(limit, page) });
  return page;
}

function describeLimit(asked: number, page: ProductPage | undefined): string {
  if (page === undefined) return `${asked} is refused`;
  const statedLimit = page.meta?.limit ?? page.records.length;
  if (statedLimit < asked) return `${asked} is treated as ${statedLimit}`;
  const isCapped = page.records.length < Math.min(statedLimit, page.meta?.total ?? 0);
  return isCapped ? `${asked} returns ${page.records.length}` : `${asked} is honoured`;
}

/**
 * The settings may contain a fixture (the records that the target must contain). All data is then
 * compared with the fixture if the data fits on this number of pages, regardless of the setting
 * `snapshot`.
 */
const MAX_FIXTURE_PAGES = 15;

/** True if the page is shorter than the default limit, and its total counts no further records. */
const isWholeList = ({ records, meta }: ProductPage): boolean =>
  records.length < Math.min(meta?.limit ?? DEFAULT_LIMIT, DEFAULT_LIMIT) &&
  records.length >= (meta?.total ?? 0);

/**
 * Reads the data in as few pages as possible. The setting `snapshot` limits the number of records.
 */
export async function readSnapshot(context: Context, first: ProductPage): Promise<Snapshot> {
  const { snapshot, dialect } = exportOf(context);
  const pages: SurveyedPage[] = [{ request: {}, page: first }];
  const whole = {
    records: first.records,
    complete: true,
    whyIncomplete: '',
    pageSize: DEFAULT_LIMIT,
    pages,
  };
  if (snapshot === 0)
    return { ...whole, complete: false, whyIncomplete: 'the setting export.snapshot is 0' };
  const isCounted = first.meta !== undefined;
  if (isWholeList(first) && (isCounted || !(await hasMore(context, {}, first)))) return whole;
  const large = Math.min(snapshot, dialect.maxLimit ?? snapshot);
  const page = large > first.records.length ? await readLarge(context, large) : undefined;
  if (page !== undefined) pages.push({ request: { limit: large }, page });
  const start = page !== undefined && page.records.length > first.records.length ? page : first;
  const total = start.meta?.total ?? 0;
  const read: Snapshot = {
    ...whole,
    records: start.records,
    pageSize: Math.max(DEFAULT_LIMIT, start.records.length),
  };
  const found = await contradictionIn(context, pages, start);
  // EXP-LIST-5 is about the default limit. Pages with an explicit limit can still be read.
  if (found !== undefined && found.clause !== 'EXP-LIST-5')
    return { ...asIncomplete(read, describeContradiction(found)), contradiction: found };
  const sample = { ...read, shortDefault: found };
  if (start.meta === undefined && (await hasMore(context, {}, start)))
    return asIncomplete(sample, 'the list has no meta.total, and records follow its largest page');
  return total <= start.records.length ? sample : readRest(context, start, sample);
}

/** Reads the remaining pages, unless the list is larger than the settings allow. */
async function readRest(context: Context, start: ProductPage, sample: Snapshot): Promise<Snapshot> {
  const { snapshot, fixture } = exportOf(context);
  const total = start.meta?.total ?? 0;
  const isNeededForFixture =
    fixture !== undefined && total <= MAX_FIXTURE_PAGES * start.records.length;
  if (total <= snapshot || isNeededForFixture) return readPages(context, start, total, sample);
  const reason = `the target has ${total} records and the setting export.snapshot is ${snapshot}`;
  return { ...asIncomplete(sample, reason), contradiction: await missingEnd(context, total) };
}

/** Marks the records as only a part of the data. `whyIncomplete` is the reason. */
const asIncomplete = (read: Snapshot, whyIncomplete: string): Snapshot => ({
  ...read,
  complete: false,
  whyIncomplete,
});

/**
 * The pages contained a record several times. Returns true if a filter for its numbers and texts
 * finds as many records as the pages contained of it. In this case the data contains equal records,
 * and the server repeated no record when the pages were read.
 */
async function isRepeatedInData(
  context: Context,
  times: number,
  record: ProductRecord,
): Promise<boolean> {
  const criteria = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'number' || (typeof value === 'string' && value !== '')
      ? [where(name, '=', value)]
      : [],
  );
  if (criteria.length === 0) return false;
  const page = await readPage(context, { filter: only(...criteria), limit: 2 });
  return page !== undefined && totalOf(page) === times;
}

/**
 * Returns the whole dataset, or only the first records if a page fails or if the pages repeat or
 * lose records. If the pages end before the total is reached, the result contains all read records
 * and a contradiction.
 */
async function readPages(
  context: Context,
  start: ProductPage,
  total: number,
  read: Snapshot,
): Promise<Snapshot> {
  const records = [...start.records];
  let last: SurveyedPage | undefined;
  while (records.length < total) {
    const request = { limit: start.records.length, offset: records.length };
    const answer = await requestProducts(context, request);
    const page = tryPage(answer);
    if (page === undefined)
      return asIncomplete(
        read,
        `offset ${records.length} of ${total} returns ${describeAnswer(answer)}`,
      );
    if (page.records.length === 0) {
      // The pages end before the total is reached, so the total is wrong.
      const why = `meta.total is ${total}, but the pages contain ${records.length} records`;
      const shown = {
        clause: 'EXP-LIST-7',
        expected: 'as many records on all pages as meta.total says',
        actual: `${records.length} records, although meta.total is ${total}`,
        sentence: `the pages have ${records.length} records in all; it must be ${total}, as meta.total says`,
        answers: [start.answer],
      } as const;
      return { ...asIncomplete(read, why), records, contradiction: shown };
    }
    last = { request, page };
    for (const record of page.records) records.push(record);
  }
  const times = new Map<string, number>();
  const countOf = (record: ProductRecord): number =>
    times.get(identity(record, changingColumns(context.target))) ?? 0;
  for (const record of records)
    times.set(identity(record, changingColumns(context.target)), countOf(record) + 1);
  // Only one repeated record is looked up. It is unlikely that the data contains this one several
  // times and that the server repeats only others.
  const repeated = records.findLast((record) => countOf(record) !== 1);
  if (
    records.length !== total ||
    (repeated !== undefined && !(await isRepeatedInData(context, countOf(repeated), repeated)))
  )
    return asIncomplete(read, 'its pages repeat or lose records');
  return { ...read, records, pages: last === undefined ? read.pages : [...read.pages, last] };
}
