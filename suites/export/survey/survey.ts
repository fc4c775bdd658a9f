import { type Context, describeAnswer, optional, type ProductRecord, skip } from '../../../src/harness/suite.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { EMPTY, exportOf, firstPage, type ProductPage, requestProducts, totalOf, tryPage } from '../ask.js';
import { type Column, learnColumns } from '../oracle/column.js';
import { keyColumn, mayBeKey } from './columns.js';
import type { Snapshot, Survey, SurveyedPage } from './data.js';
import { changedColumns, changingColumns, identity } from './identity.js';

/** Columns that one question asks for: servers take lines of 4,094 bytes at the least (gunicorn). */
const AT_ONCE = 12;

/** Characters of a value that is asked for. */
const LONGEST = 60;

/**
 * Members of records that are no columns, such as the time of the export: a target refuses to filter, to sort and to group
 * by them, while it filters by others. One question tells that there are none.
 */
async function membersBesideColumns(context: Context, columns: readonly Column[]): Promise<ReadonlySet<string>> {
  const examples = columns.flatMap((column) => exampleOf(column) ?? []);
  const isRefused = async (question: ProductsQuestion): Promise<boolean> => {
    const answer = await requestProducts(context, { ...question, limit: 1 });
    return [400, 404, 422].includes(answer.status) && tryPage(answer) === undefined;
  };
  const refused: Criterion[] = [];
  for (let at = 0; at < examples.length; at += AT_ONCE) {
    const some = examples.slice(at, at + AT_ONCE);
    if (!(await isRefused({ filter: { groups: [{ mode: 'OR', criteria: some }] } }))) continue;
    for (const one of some) if (await isRefused({ filter: only(one) })) refused.push(one);
  }
  // A server that refuses all shows nothing of columns, unless all that it serves is the same in every record.
  const [other] = columns.filter(({ name }) => !examples.some(({ column }) => column === name));
  const isAnyTaken =
    refused.length < examples.length || (other !== undefined && !(await isRefused({ orderBy: other.name })));
  if (!isAnyTaken && !columns.every(({ nulls, values }) => nulls === 0 && values.size === 1)) return new Set();
  const members: string[] = [];
  for (const { column } of refused)
    if ((await isRefused({ orderBy: column })) && (await isRefused({ groupBy: column }))) members.push(column);
  if (members.length > 0) context.facts.recordDialect({ membersBesideColumns: members.join(', ') });
  return new Set(members);
}

/** A criterion that a record satisfies: the shortest value that stands in a query without doubt, else the shortest. */
function exampleOf({ name, kind, values }: Column): Criterion | undefined {
  if (kind === 'other') return undefined;
  const all = [...values.keys()].slice(0, 1000).filter((value) => value !== '' && String(value).length <= LONGEST);
  const plain = all.filter((value) => /^[\w -]+$/.test(String(value)));
  const [value] = (plain.length > 0 ? plain : all).sort((a, b) => String(a).length - String(b).length);
  return value === undefined ? undefined : where(name, '=', kind === 'number' ? Number(value) : value);
}

/** The name of the shared fact: what rests on it becomes inconclusive when the data changes during the run. */
export const DATA = 'export.data';
/** The survey of the data; skips where there is none to judge on. */
export const surveyOf = (context: Context): Promise<Survey> => context.facts.learn(DATA, takeSurvey);

async function takeSurvey(context: Context): Promise<Survey> {
  const first = await firstPage(context);
  const total = first.meta?.total ?? first.records.length;
  if (first.records.length === 0) skip('data', EMPTY);
  const snapshot = await readSnapshot(context, first);
  const { records, complete, pages } = snapshot;
  const { fixture } = exportOf(context);
  // Columns of a fixture keep the types that they were loaded with, and count the values as they are served.
  const found = learnColumns(records, fixture && learnColumns(fixture));
  await learnChanges(context, pages, keyColumn(found, records.length));
  const changing = changingColumns(context.target);
  // A question without an answer leaves all of them columns.
  const members = (await optional(membersBesideColumns(context, found))) ?? new Set();
  const columns = found.map((column) =>
    changing.has(column.name) || members.has(column.name) ? { ...column, kind: 'other' as const } : column,
  );
  return {
    ...snapshot,
    total: complete ? records.length : total,
    columns: new Map(columns.map((column) => [column.name, column])),
    changing,
    key: keyColumn(complete ? columns : columns.filter(mayBeKey), records.length),
  };
}

/**
 * Columns that change while they are read: the first page and the widest hold the same records, and where they differ
 * the first page is asked again, twice: an answer that then is the first one again tells of a fault, not of a change.
 */
async function learnChanges(context: Context, [first, wide]: readonly SurveyedPage[], key: Column | undefined) {
  if (first === undefined || wide === undefined || key === undefined) return;
  const changing = changingColumns(context.target);
  if (changedColumns(first.page.records, wide.page.records, key.name, changing).length === 0) return;
  const again = async (): Promise<readonly string[]> => {
    const page = tryPage(await requestProducts(context, first.request, { fresh: true }));
    return changedColumns(first.page.records, page?.records ?? [], key.name, changing);
  };
  const changed = (await again()).length > 0 ? await again() : [];
  for (const name of changed) changing.add(name);
  if (changed.length > 0) context.facts.recordDialect({ changingColumns: changed.join(', ') });
}

function largestLimit(asked: number, page: ProductPage | undefined): string {
  if (page === undefined) return `${asked} is refused`;
  const given = page.meta?.limit ?? page.records.length;
  return given < asked ? `${asked} is taken for ${given}` : `${asked} is honoured`;
}

/** Pages that are read of a target with a fixture, whatever the setting `snapshot` says. */
const FIXTURE_PAGES = 15;

/** Reads the whole dataset in as few pages as the target allows, where the setting `snapshot` has room for it. */
async function readSnapshot(context: Context, first: ProductPage): Promise<Snapshot> {
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
async function isHeld(context: Context, times: number, record: ProductRecord): Promise<boolean> {
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
  const countOf = (record: ProductRecord): number => times.get(identity(record, changingColumns(context.target))) ?? 0;
  for (const record of records) times.set(identity(record, changingColumns(context.target)), countOf(record) + 1);
  const repeated = records.findLast((record) => countOf(record) !== 1);
  if (records.length !== total || (repeated !== undefined && !(await isHeld(context, countOf(repeated), repeated))))
    return partOf(read, 'its pages repeat or lose records');
  return { ...read, records, pages: last === undefined ? read.pages : [...read.pages, last] };
}
