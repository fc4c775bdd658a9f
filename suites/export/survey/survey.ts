import type { Context } from '../../../src/harness/index.js';
import { describeAnswer, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import type { ProductRecord } from '../../../src/target/index.js';
import { type Column, learnColumns } from '../oracle/column.js';
import type { Columns } from '../oracle/filter.js';
import type { Criterion } from '../request/filter.js';
import { type ProductPage, pageIn } from '../request/product-page.js';
import { type Ask, ask, exportOf } from '../request/products-request.js';

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
  /** Criteria that pick the records, where they are but a part of the data; see `partOf`. */
  readonly within?: readonly Criterion[] | undefined;
  /** What it was read from: the first page, the widest, and the last of several. */
  readonly pages: readonly SurveyedPage[];
  /** What a walk over all pages found, where it found an end before `total`. */
  readonly counted?: { readonly records: number; readonly answer: Answer } | undefined;
}

/** A page of the survey with what it answers. */
interface SurveyedPage {
  readonly question: Ask;
  readonly page: ProductPage;
}

/** The name of the shared fact: what rests on it becomes inconclusive when the data changes during the run. */
export const DATA = 'export.data';
/** Rested on where two answers are compared that are the same only while the data stands still. */
export const STILL = 'export.data-stands-still';
export const restsOnStillData = (context: Context): Promise<boolean> => context.shared(STILL, async () => true);

/** The first page as every client asks for it; skips where the target gives none. */
export const firstPage = (context: Context): Promise<ProductPage> =>
  context.shared('export.first-page', async (inner) => {
    const answer = await ask(inner, {});
    return (
      pageIn(answer) ??
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
  const columns = fixture === undefined ? learnColumns(records) : typedBy(fixture, records);
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

interface Reading extends Pick<Survey, 'records' | 'complete' | 'incomplete' | 'pageSize' | 'counted' | 'pages'> {}

/** Reads the whole dataset in as few pages as the target allows, where the setting `snapshot` has room for it. */
async function readAll(context: Context, first: ProductPage): Promise<Reading> {
  const { snapshot, dialect } = exportOf(context);
  const asked = first.meta?.limit ?? 100;
  const pages: SurveyedPage[] = [{ question: {}, page: first }];
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
  const page = large > first.records.length ? pageIn(await ask(context, { limit: large })) : undefined;
  if (page !== undefined) pages.push({ question: { limit: large }, page });
  const start = page !== undefined && page.records.length > first.records.length ? page : first;
  const pageSize = Math.max(100, start.records.length);
  const total = start.meta?.total ?? 0;
  const partial = (incomplete: string): Reading => ({
    records: start.records,
    complete: false,
    incomplete,
    pageSize,
    pages,
  });
  if (total <= start.records.length) return { records: start.records, complete: true, incomplete: '', pageSize, pages };
  if (total > snapshot)
    return partial(`the target holds ${total} records and the setting export.snapshot is ${snapshot}`);
  return walk(context, start, total, pages, partial);
}

async function walk(
  context: Context,
  start: ProductPage,
  total: number,
  pages: readonly SurveyedPage[],
  partial: (why: string) => Reading,
): Promise<Reading> {
  const records = [...start.records];
  const size = start.records.length;
  let last: SurveyedPage | undefined;
  while (records.length < total) {
    const question = { limit: size, offset: records.length };
    const answer = await ask(context, question);
    const page = pageIn(answer);
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
    last = { question, page };
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

/** The same for two records exactly when they hold the same: members in any order, null and missing and empty alike. */
export function identity(record: ProductRecord): string {
  const known = identities.get(record) ?? identityOf(record);
  identities.set(record, known);
  return known;
}

const identities = new WeakMap<ProductRecord, string>();

function identityOf(record: ProductRecord): string {
  const members = Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return JSON.stringify(
    members
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, value]) => [name, typeof value === 'object' ? canonical(value) : loosely(value)]),
  );
}

/** Whether two records hold the same, as `identity` tells it. */
export function sameRecord(a: ProductRecord, b: ProductRecord): boolean {
  if (a === b) return true;
  for (const name of Object.keys(a)) if (!sameValue(a[name], b[name])) return false;
  for (const name of Object.keys(b)) if (!Object.hasOwn(a, name) && !sameValue(undefined, b[name])) return false;
  return true;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [x, y] = [a === '' ? null : (a ?? null), b === '' ? null : (b ?? null)];
  return x === y || (typeof x === 'object' ? canonical(x) === canonical(y) : loosely(x) === loosely(y));
}

/** JSON whose members are in the order of their names: a database may keep none (jsonb). */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : held,
  );

/** A number and the text that spells it count as the same value as served. */
const loosely = (value: unknown): unknown =>
  typeof value === 'string' &&
  /^-?\d+(\.\d+)?$/.test(value) &&
  Number.isSafeInteger(Math.trunc(Number(value))) &&
  !/^-?0\d/.test(value)
    ? Number(value)
    : value;
