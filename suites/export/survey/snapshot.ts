import { type Context, describeAnswer, type ProductRecord } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { exportOf, type ProductPage, requestProducts, totalOf, tryPage } from '../ask.js';
import type { Snapshot, SurveyedPage } from './data.js';
import { identity } from './identity.js';

function largestLimit(asked: number, page: ProductPage | undefined): string {
  if (page === undefined) return `${asked} is refused`;
  const given = page.meta?.limit ?? page.records.length;
  return given < asked ? `${asked} is taken for ${given}` : `${asked} is honoured`;
}

/** Pages that are read of a target with a fixture, whatever the setting `snapshot` says. */
const FIXTURE_PAGES = 15;

/** Reads the whole dataset in as few pages as the target allows, where the setting `snapshot` has room for it. */
export async function readSnapshot(context: Context, first: ProductPage): Promise<Snapshot> {
  const { snapshot, dialect, fixture } = exportOf(context);
  const asked = first.meta?.limit ?? 100;
  const pages: SurveyedPage[] = [{ request: {}, page: first }];
  const whole = { records: first.records, complete: true, incomplete: '', pageSize: 100, pages };
  if (snapshot === 0) return { ...whole, complete: false, incomplete: 'the setting export.snapshot is 0' };
  if (first.records.length < Math.min(asked, 100)) return whole;
  const large = Math.min(snapshot, dialect.maxLimit ?? snapshot);
  const page = large > first.records.length ? tryPage(await requestProducts(context, { limit: large })) : undefined;
  if (page !== undefined) pages.push({ request: { limit: large }, page });
  if (large > first.records.length) context.facts.recordDialect({ largestLimit: largestLimit(large, page) });
  const start = page !== undefined && page.records.length > first.records.length ? page : first;
  const total = start.meta?.total ?? 0;
  const read: Snapshot = { ...whole, records: start.records, pageSize: Math.max(100, start.records.length) };
  if (total <= start.records.length) return read;
  // A fixture is there to be compared with, as far as a few pages do.
  const isWorthIt = fixture !== undefined && total <= FIXTURE_PAGES * start.records.length;
  return total <= snapshot || isWorthIt
    ? walk(context, start, total, read)
    : partOf(read, `the target has ${total} records and the setting export.snapshot is ${snapshot}`);
}

const partOf = (read: Snapshot, incomplete: string): Snapshot => ({ ...read, complete: false, incomplete });

/** Whether the data has a record as often as its pages do, which then is no fault of paging. */
async function isHeld(context: Context, times: number | undefined, record: ProductRecord): Promise<boolean> {
  const criteria = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'number' || (typeof value === 'string' && value !== '') ? [where(name, '=', value)] : [],
  );
  const page = tryPage(await requestProducts(context, { filter: only(...criteria), limit: 2 }));
  return criteria.length > 0 && page !== undefined && totalOf(page) === times;
}

async function walk(context: Context, start: ProductPage, total: number, read: Snapshot): Promise<Snapshot> {
  const records = [...start.records];
  let last: SurveyedPage | undefined;
  while (records.length < total) {
    const request = { limit: start.records.length, offset: records.length };
    const answer = await requestProducts(context, request);
    const page = tryPage(answer);
    if (page === undefined)
      return partOf(read, `offset ${records.length} of ${total} returns ${describeAnswer(answer)}`);
    if (page.records.length === 0) {
      // The pages come to an end where the total does not: what was found is all there is, and the total is wrong.
      const counted = { records: records.length, answer: start.answer };
      const why = `meta.total is ${total}, but the pages contain ${records.length} records`;
      return { ...partOf(read, why), records, counted };
    }
    last = { request, page };
    for (const record of page.records) records.push(record);
  }
  const times = new Map<string, number>();
  for (const record of records) times.set(identity(record), (times.get(identity(record)) ?? 0) + 1);
  const repeated = records.findLast((record) => times.get(identity(record)) !== 1);
  if (
    records.length !== total ||
    (repeated !== undefined && !(await isHeld(context, times.get(identity(repeated)), repeated)))
  )
    return partOf(read, 'its pages repeat or lose records');
  return { ...read, records, pages: last === undefined ? read.pages : [...read.pages, last] };
}
