import type { Context } from '../../../src/harness/index.js';
import { describeAnswer, Found, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import type { ProductRecord } from '../../../src/target/index.js';
import { type Column, learnColumns } from '../oracle/column.js';
import type { Columns } from '../oracle/filter.js';
import { changingColumns, withChanging } from '../request/changing-columns.js';
import type { Criterion } from '../request/filter.js';
import { type ProductPage, tryPage } from '../request/product-page.js';
import { exportOf, type ProductsRequest, requestProducts } from '../request/products-request.js';
import { changedColumns } from './changes.js';
import { identity } from './identity.js';

/** What was learned of the data before anything was judged on it. */
export interface Survey {
  /** The whole dataset in the target's own order, or a sample of it. */
  readonly records: readonly ProductRecord[];
  /** `records` is the whole dataset: filters are judged exactly. */
  readonly complete: boolean;
  /** Why not. */
  readonly incomplete: string;
  readonly total: number;
  readonly columns: Columns;
  /** A column that tells every record from every other. */
  readonly key: Column | undefined;
  /** The most records that one answer was seen to hold. */
  readonly pageSize: number;
  /** Criteria that pick the records, where they are but a part of the data; see `keyRangeOf`. */
  readonly keyRange?: readonly Criterion[] | undefined;
  /** What it was read from: the first page, the widest, and the last of several. */
  readonly pages: readonly SurveyedPage[];
  /** What a walk over all pages found, where it found an end before `total`. */
  readonly counted?: { readonly records: number; readonly answer: Answer } | undefined;
}

/** A page of the survey with what it answers. */
interface SurveyedPage {
  readonly request: ProductsRequest;
  readonly page: ProductPage;
}

/** The name of the shared fact: what rests on it becomes inconclusive when the data changes during the run. */
export const DATA = 'export.data';
/** Rested on where two answers are compared that are the same only while the data stands still. */
export const STILL = 'export.data-stands-still';
export const restsOnStillData = (context: Context): Promise<boolean> =>
  context.shared(STILL, async (inner) => {
    // The survey knows which columns change; without one all are compared.
    await surveyOf(inner).catch((error: unknown) => {
      if (!(error instanceof Found)) throw error;
    });
    return true;
  });

/** The first page as every client asks for it; skips where the target gives none. */
export const firstPage = (context: Context): Promise<ProductPage> =>
  context.shared('export.first-page', async (inner) => {
    const answer = await requestProducts(inner, {});
    return (
      tryPage(answer) ??
      skip('prerequisite', `needs a list of products from the v2 route, but that answers ${describeAnswer(answer)}`)
    );
  });

/** The survey of the data; skips where there is none to judge on. */
export const surveyOf = (context: Context): Promise<Survey> => context.shared(DATA, takeSurvey);

async function takeSurvey(context: Context): Promise<Survey> {
  const first = await firstPage(context);
  const total = first.meta?.total ?? first.records.length;
  if (first.records.length === 0)
    skip('data', 'the destination holds no product; load some, such as those of "assay data"');
  const { records, complete, incomplete, pageSize, counted, pages } = await readAll(context, first);
  const { fixture } = exportOf(context);
  const found = fixture === undefined ? learnColumns(records) : typedBy(fixture, records);
  await learnChanges(context, pages, keyColumn(found, records.length));
  const changing = changingColumns(context.target);
  const columns = found.map((column) => (changing.has(column.name) ? { ...column, kind: 'other' as const } : column));
  return {
    records,
    complete,
    incomplete,
    total: complete ? records.length : total,
    columns: new Map(columns.map((column) => [column.name, column])),
    key: keyColumn(complete ? columns : columns.filter(mayBeKey), records.length),
    pageSize,
    pages,
    counted,
  };
}

/**
 * Columns that change while they are read: the first page and the widest hold the same records, and where they differ
 * the first page is asked again, twice: an answer that then is the first one again tells of a fault, not of a change.
 */
async function learnChanges(
  context: Context,
  [first, wide]: readonly SurveyedPage[],
  key: Column | undefined,
): Promise<void> {
  if (first === undefined || wide === undefined || key === undefined) return;
  if (changedColumns(first.page.records, wide.page.records, key.name).length > 0) {
    const again = async (): Promise<readonly string[]> => {
      const page = tryPage(await requestProducts(context, first.request, { fresh: true }));
      return changedColumns(first.page.records, page?.records ?? [], key.name);
    };
    const changed = (await again()).length > 0 ? await again() : [];
    for (const name of changed) changingColumns(context.target).add(name);
    if (changed.length > 0) context.settle({ changingColumns: changed.join(', ') });
  }
  for (const { page } of [first, wide]) withChanging(page.answer, page.records);
}

interface Snapshot extends Pick<Survey, 'records' | 'complete' | 'incomplete' | 'pageSize' | 'counted' | 'pages'> {}

/** What a target makes of a large limit. */
function largestLimit(asked: number, page: ProductPage | undefined): string {
  if (page === undefined) return `${asked} is refused`;
  const given = page.meta?.limit ?? page.records.length;
  return given < asked ? `${asked} is taken for ${given}` : `${asked} is honoured`;
}

/** Pages that are read of a target with a fixture, whatever the setting `snapshot` says. */
const FIXTURE_PAGES = 15;

/** Reads the whole dataset in as few pages as the target allows, where the setting `snapshot` has room for it. */
async function readAll(context: Context, first: ProductPage): Promise<Snapshot> {
  const { snapshot, dialect, fixture } = exportOf(context);
  const asked = first.meta?.limit ?? 100;
  const pages: SurveyedPage[] = [{ request: {}, page: first }];
  if (snapshot === 0)
    return {
      records: first.records,
      complete: false,
      incomplete: 'the setting export.snapshot is 0',
      pageSize: 100,
      pages,
    };
  if (first.records.length < Math.min(asked, 100)) {
    return { records: first.records, complete: true, incomplete: '', pageSize: 100, pages };
  }
  const large = Math.min(snapshot, dialect.maxLimit ?? snapshot);
  const page = large > first.records.length ? tryPage(await requestProducts(context, { limit: large })) : undefined;
  if (page !== undefined) pages.push({ request: { limit: large }, page });
  if (large > first.records.length) context.settle({ largestLimit: largestLimit(large, page) });
  const start = page !== undefined && page.records.length > first.records.length ? page : first;
  const pageSize = Math.max(100, start.records.length);
  const total = start.meta?.total ?? 0;
  const partial = (incomplete: string): Snapshot => ({
    records: start.records,
    complete: false,
    incomplete,
    pageSize,
    pages,
  });
  if (total <= start.records.length) return { records: start.records, complete: true, incomplete: '', pageSize, pages };
  // A fixture is there to be compared with, as far as a few pages do.
  const isWorthIt = fixture !== undefined && total <= FIXTURE_PAGES * start.records.length;
  if (total > snapshot && !isWorthIt)
    return partial(`the target holds ${total} records and the setting export.snapshot is ${snapshot}`);
  return walk(context, start, total, pages, partial);
}

async function walk(
  context: Context,
  start: ProductPage,
  total: number,
  pages: readonly SurveyedPage[],
  partial: (why: string) => Snapshot,
): Promise<Snapshot> {
  const records = [...start.records];
  const size = start.records.length;
  let last: SurveyedPage | undefined;
  while (records.length < total) {
    const request = { limit: size, offset: records.length };
    const answer = await requestProducts(context, request);
    const page = tryPage(answer);
    if (page === undefined) return partial(`offset ${records.length} of ${total} answers ${describeAnswer(answer)}`);
    if (page.records.length === 0) {
      // The pages come to an end where the total does not: what was found is all there is, and the total is wrong.
      const counted = { records: records.length, answer: start.answer };
      return {
        records,
        complete: false,
        incomplete: `meta.total is ${total}, but the pages hold ${records.length} records`,
        pageSize: Math.max(100, size),
        pages,
        counted,
      };
    }
    last = { request, page };
    for (const record of page.records) records.push(record);
  }
  const repeats = (list: readonly ProductRecord[]): boolean => new Set(list.map(identity)).size < list.length;
  if (records.length !== total || (repeats(records) && !repeats(start.records)))
    return partial('its pages repeat or lose records');
  const read = last === undefined ? pages : [...pages, last];
  return { records, complete: true, incomplete: '', pageSize: Math.max(100, size), pages: read };
}

/** Columns of a fixture keep the types that they were loaded with, and count the values as they are served. */
function typedBy(fixture: readonly ProductRecord[], served: readonly ProductRecord[]): readonly Column[] {
  return learnColumns(served, new Map(learnColumns(fixture).map(({ name, kind }) => [name, kind])));
}

/** A text that tells a sample apart may not tell the whole apart, unless it is called as keys are. */
const mayBeKey = ({ kind, name }: Column): boolean =>
  kind === 'number' ||
  /(?:^|[^a-z])(?:id|uuid|guid|sku|ean|gtin|code|key|number)$/i.test(name) ||
  /[a-z]I[dD]$/.test(name);

/** `id` where it is one, else the first column in which every record differs from every other. */
function keyColumn(columns: readonly Column[], count: number): Column | undefined {
  const unique = columns.filter(({ values, kind }) => values.size === count && kind !== 'other');
  return unique.find(({ name }) => name === 'id') ?? unique.find(({ kind }) => kind === 'number') ?? unique[0];
}
