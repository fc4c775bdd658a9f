/**
 * Reads the data again during a run, and replaces the facts if the data has changed. A record that
 * differs becomes unsettled: a list may contain it or not. A column that differs in several records
 * is a changing column: it is no longer compared, or used in requests.
 *
 * A survey consists of parts, each of which one request reads. Its last and first part are read
 * again. If one of them differs, and a second response confirms the difference, all parts are read.
 */

import type { Context } from '../../../src/harness/context.js';
import { optional, orIfSpent } from '../../../src/harness/optional.js';
import type { DataChanges } from '../../../src/harness/rulebook.js';
import { grouped } from '../../../src/memoized.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Changes, Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { changingColumns, identity, sameValue } from '../model/identity.js';
import { surveyFor } from '../model/key-range.js';
import { learnColumns } from '../model/oracle/column.js';
import { readPage } from './ask.js';
import { KEY_RANGE } from './key-range.js';
import { DATA } from './survey.js';

/** The name of the fact that contains all facts about the data. */
export const KNOWN = 'export.known';

/**
 * Reads the data again that these exchanges are compared with: always if it is known to change, and
 * otherwise only once in a run. Without exchanges, all data is always read again. Returns the facts
 * of the changed data, or undefined if nothing changed.
 */
export async function renew(
  context: Context,
  known: Known | undefined,
  exchanges?: readonly Exchange[],
): Promise<Known | undefined> {
  if (known === undefined) return undefined;
  // Another check may have replaced the facts since `known` was read.
  const latest = await context.facts.learn(KNOWN, async () => known);
  const readNow = exchanges === undefined || describeChanges(latest) !== undefined;
  const renewed = readNow
    ? await readAgain(context, latest, exchanges)
    : await context.facts.learn('export.read-again', (inner) =>
        readAgain(inner, latest, exchanges),
      );
  if (renewed !== undefined) context.facts.replace(KNOWN, renewed);
  return renewed ?? (latest === known ? undefined : latest);
}

/**
 * Reads the data a second time when everything else was learned, so that changing columns are known
 * before the checks start.
 */
export const readTwice = async (context: Context, known: Known): Promise<Known> =>
  (await readAgain(context, known, 'the survey')) ?? known;

/** Returns undefined if the data is unchanged, or if it cannot be read again. */
async function readAgain(
  context: Context,
  known: Known,
  about?: readonly Exchange[] | 'the survey',
): Promise<Known | undefined> {
  const found = await surveysReadAgain(context, known, about);
  if (found === undefined) return undefined;
  context.facts.replace(DATA, found.whole);
  context.facts.replace(KEY_RANGE, found.survey);
  return { ...known, ...found };
}

async function surveysReadAgain(
  context: Context,
  known: Known,
  about: readonly Exchange[] | 'the survey' | undefined,
): Promise<Pick<Known, 'survey' | 'whole'> | undefined> {
  const { survey, whole } = known;
  const isAbout = (one: Survey): boolean => {
    if (about === undefined) return true;
    if (about === 'the survey') return one === survey;
    return about.some(({ question }) => surveyFor(question, known) === one);
  };
  const again = async (one: Survey): Promise<Survey | undefined> =>
    isAbout(one) ? await optional(renewedSurvey(context, one)) : undefined;
  const range = await again(survey);
  // Without a key range, `survey` and `whole` are the same facts.
  if (survey.keyRange === undefined) return range && { survey: range, whole: range };
  const list = await again(whole);
  if (range === undefined && list === undefined) return undefined;
  const part = range ?? survey;
  const all = list ?? whole;
  return {
    survey: withChanges(part, part.changes),
    whole: withChanges(all, bothChanges(all, part.changes)),
  };
}

/**
 * Adds the changes of a key range to those of the whole data, of which its records are a part.
 * `since` and `until` are those of the whole data if it has changes. Totals are always its totals.
 */
function bothChanges({ total, changes }: Survey, part: Changes | undefined): Changes | undefined {
  if (part === undefined) return changes;
  const {
    leastTotal = total,
    mostTotal = total,
    columns,
    unsettled = [],
    removed = [],
  } = changes ?? {};
  return {
    since: changes?.since ?? part.since,
    until: changes?.until ?? part.until,
    columns: new Map([...part.columns, ...(columns ?? [])]),
    unsettled: new Set([...unsettled, ...part.unsettled]),
    removed: [...removed, ...part.removed],
    leastTotal,
    mostTotal,
  };
}

/** A part of the data that one request reads, and its records when it was read before. */
interface Part {
  readonly request: ProductsQuestion;
  readonly before: readonly ProductRecord[];
}

/** The requests that read the records of a survey. */
function partsOf({ records, pages, keyRange, complete, pageSize }: Survey): readonly Part[] {
  // One request reads a whole key range.
  const last = pages.at(-1);
  if (keyRange !== undefined && last !== undefined)
    return [{ request: last.request, before: records }];
  // The second page of a survey was requested with a large limit, to read much at once.
  const widest = pages[1] ?? pages[0];
  if (widest === undefined) return [];
  const { request, page } = widest;
  if (!complete || records.length <= page.records.length)
    return [{ request: { ...request, offset: 0 }, before: page.records }];
  const starts = Array.from({ length: Math.ceil(records.length / pageSize) }, (_, at) => at);
  return starts.map((at) => ({
    request: { limit: pageSize, offset: at * pageSize },
    before: records.slice(at * pageSize, (at + 1) * pageSize),
  }));
}

/** Reads a part of the data again. */
type ReadPart = (part: Part) => Promise<ProductPage | undefined>;

/**
 * Reads the last part of the data, and the first if there are several. If one differs, the data has
 * changed.
 */
async function renewedSurvey(context: Context, survey: Survey): Promise<Survey | undefined> {
  const statesOffsets = survey.pages.every(({ request, page }) => isAtOffset(page, request));
  // A page that begins elsewhere shows a mistake of the server, and not that the data changed.
  const read: ReadPart = async ({ request }) => {
    const page = await readPage(context, request, { fresh: true });
    return page === undefined || !statesOffsets || isAtOffset(page, request) ? page : undefined;
  };
  const parts = partsOf(survey);
  let unchanged: ProductPage | undefined;
  for (const part of new Set([...parts.slice(-1), ...parts.slice(0, 1)])) {
    const page = await read(part);
    if (page === undefined) return undefined;
    if (!isSame(survey, part, page))
      return orIfSpent(changedSurvey(context, survey, { parts, part, page, read }), () =>
        withUnconfirmed(context, survey, part, page),
      );
    unchanged = page;
  }
  return unchanged && withUnchanged(survey, unchanged);
}

/** Whether the page begins where the request asks for, as far as its `meta` says. */
const isAtOffset = ({ meta }: ProductPage, { offset = 0 }: ProductsQuestion): boolean =>
  meta === undefined || meta.offset === Number(offset);

/** Reads further until the change is confirmed. */
const changedSurvey = async (
  context: Context,
  survey: Survey,
  renewal: Renewal,
): Promise<Survey | undefined> =>
  survey.key === undefined
    ? withoutRecords(survey, renewal.page, await renewal.read(renewal.part))
    : renewedFrom(context, survey, renewal);

/**
 * The facts after a difference that the budget does not allow to confirm. It counts as a change: if
 * it did not, the changed data would be taken for wrong responses. Other parts were not read again.
 */
function withUnconfirmed(
  context: Context,
  survey: Survey,
  { before }: Part,
  page: ProductPage,
): Survey | undefined {
  if (survey.key === undefined) return withoutRecords(survey, page, page);
  const found = differences(survey, before, [page]);
  return found && withReading(context, { ...survey, complete: false }, [page], found);
}

const isSame = (survey: Survey, part: Part, page: ProductPage): boolean =>
  survey.key === undefined
    ? isSameWithoutKey(survey, part, page)
    : differences(survey, part.before, [page]) === undefined;

interface Renewal {
  readonly parts: readonly Part[];
  /** A part that differs, and its page. */
  readonly part: Part;
  readonly page: ProductPage;
  readonly read: ReadPart;
}

/**
 * Reads all parts if one differs. A single response may be wrong, so the first change of a run
 * counts only if a second response confirms it.
 */
async function renewedFrom(
  context: Context,
  survey: Survey,
  { parts, part, page, read }: Renewal,
): Promise<Survey | undefined> {
  const confirming = survey.changes === undefined ? await read(part) : page;
  if (confirming === undefined) return undefined;
  const found = differences(survey, part.before, [page]);
  const confirmed = differences(survey, part.before, [confirming]);
  if (found === undefined || confirmed === undefined) return undefined;
  const pages: ProductPage[] = [];
  for (const one of parts) {
    const other = one === part ? confirming : await read(one);
    if (other === undefined) return undefined;
    pages.push(other);
  }
  const all =
    parts.length === 1 ? common(found, confirmed) : differences(survey, survey.records, pages);
  if (all === undefined || (await isStillThere(context, survey, all))) return undefined;
  return withReading(context, survey, pages, all);
}

/**
 * Whether a filter finds a record that a list without filters no longer contains. Then the data has
 * not changed, but the list is wrong: for example, the server keeps the filters of other requests.
 */
async function isStillThere(
  context: Context,
  { key }: Survey,
  { gone }: Differences,
): Promise<boolean> {
  const [id] = gone;
  if (key === undefined || id === undefined) return false;
  const value = [...key.values.keys()].find((one) => JSON.stringify(one) === id);
  if (value === undefined) return false;
  const filter = only(where(key.name, '=', value));
  const page = await readPage(context, { limit: 1, filter }, { fresh: true });
  return page?.records.some((record) => sameValue(record[key.name], value)) ?? false;
}

/** Without a key, a record with another value cannot be told from a new record. */
const isSameWithoutKey = (survey: Survey, { before }: Part, page: ProductPage) =>
  identities(before, survey.changing) === identities(page.records, survey.changing) &&
  (totalToCompare(survey, page) ?? survey.total) === survey.total;

const identities = (records: readonly ProductRecord[], changing: Survey['changing']): string =>
  records
    .map((record) => identity(record, changing))
    .toSorted()
    .join();

/**
 * If data without a key has changed, nothing is known of its records. Two readings that differ from
 * each other show nothing, because the server may return its records in a varying order.
 */
function withoutRecords(
  survey: Survey,
  page: ProductPage,
  again: ProductPage | undefined,
): Survey | undefined {
  const { changing, changes } = survey;
  if (again === undefined) return undefined;
  if (identities(page.records, changing) !== identities(again.records, changing)) return undefined;
  const { total = survey.total } = again.meta ?? {};
  const totals = [survey.total, total, changes?.leastTotal, changes?.mostTotal];
  const seen = totals.filter((one) => one !== undefined);
  const { exchange } = again.answer;
  return {
    ...survey,
    total,
    complete: false,
    whyIncomplete: 'the data changes and no column identifies its records',
    records: [],
    changes: {
      since: changes?.since ?? exchange,
      until: exchange,
      columns: new Map(),
      unsettled: new Set(),
      removed: [],
      leastTotal: Math.min(...seen),
      mostTotal: Math.max(...seen),
    },
  };
}

/** Notes that data that changed before was read again without a difference. */
const withUnchanged = (survey: Survey, { answer }: ProductPage): Survey | undefined =>
  survey.changes && { ...survey, changes: { ...survey.changes, until: answer.exchange } };

/** How a second reading differs from the first. */
interface Differences {
  /** The columns with another value, by the key of the record. */
  readonly changed: ReadonlyMap<string, readonly string[]>;
  readonly added: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly total: number | undefined;
}

/** The largest share of the records of a sample that counts as removed. */
const MAX_GONE_SHARE = 0.1;

/** Returns undefined if the readings do not differ. */
function differences(
  survey: Survey,
  before: readonly ProductRecord[],
  pages: readonly ProductPage[],
): Differences | undefined {
  const { changing, complete } = survey;
  const after = pages.flatMap(({ records }) => records);
  const idOf = idIn(survey);
  const old = grouped(before, idOf);
  const current = grouped(after, idOf);
  const changed = new Map<string, readonly string[]>();
  for (const [id, [record]] of current) {
    const [known] = old.get(id) ?? [];
    if (record === undefined || known === undefined) continue;
    const names = Object.keys({ ...known, ...record }).filter(
      (name) => !changing.has(name) && !sameValue(known[name], record[name]),
    );
    if (names.length > 0) changed.set(id, names);
  }
  const missing = (from: ReadonlyMap<string, unknown>, to: ReadonlyMap<string, unknown>) =>
    new Set([...from.keys()].filter((id) => !to.has(id)));
  const lost = missing(old, current);
  // If many records of a sample are gone, the server only returns its records in another order.
  const isReordered = !complete && lost.size > MAX_GONE_SHARE * before.length;
  const gone = isReordered ? new Set<string>() : lost;
  const added = isReordered ? new Set<string>() : missing(current, old);
  const total = totalToCompare(survey, pages.at(-1));
  const isSameTotal = total === undefined || total === survey.total;
  // A record that is new in a sample may have been in the data before.
  const comeOrGone = gone.size + (complete ? added.size : 0);
  return changed.size + comeOrGone === 0 && isSameTotal
    ? undefined
    : { changed, added, gone, total };
}

/** If totals differ from page to page anyway, a difference does not show that the data changed. */
const totalToCompare = (
  { contradiction }: Survey,
  page: ProductPage | undefined,
): number | undefined => (contradiction?.clause === 'EXP-LIST-7' ? undefined : page?.meta?.total);

/** Returns the text by which a record is recognized. It is used only if there is a key. */
const idIn =
  ({ key }: Survey): ((record: ProductRecord) => string) =>
  (record) =>
    JSON.stringify((key && record[key.name]) ?? null);

/** The differences that both readings show. */
function common(one: Differences, other: Differences): Differences {
  const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...a].filter((id) => b.has(id)));
  return {
    ...other,
    changed: new Map([...other.changed].filter(([id]) => one.changed.has(id))),
    added: both(one.added, other.added),
    gone: both(one.gone, other.gone),
  };
}

/** The facts after a reading that differs from the first. */
function withReading(
  context: Context,
  survey: Survey,
  pages: readonly ProductPage[],
  found: Differences,
): Survey {
  const { changes } = survey;
  const { changed, added, gone, total = survey.total } = found;
  const idOf = idIn(survey);
  // `countColumns` may add columns to `survey.changing`, which the next statement reads.
  const columns = countColumns(context, survey, found);
  const stillChanged = [...changed]
    .filter(([, names]) => names.some((name) => !survey.changing.has(name)))
    .map(([id]) => id);
  const removed = survey.records.filter((record) => gone.has(idOf(record)));
  const totals = [changes?.leastTotal, changes?.mostTotal, survey.total, total].filter(
    (one) => one !== undefined,
  );
  const until = pages.at(-1)?.answer.exchange ?? 0;
  const next: Changes = {
    since: changes?.since ?? until,
    until,
    columns,
    unsettled: new Set([...(changes?.unsettled ?? []), ...added, ...gone, ...stillChanged]),
    removed: uniqueBy(idOf, [...(changes?.removed ?? []), ...removed]),
    leastTotal: Math.min(...totals),
    mostTotal: Math.max(...totals),
  };
  const current = pages.flatMap((page) => page.records);
  const records = survey.complete ? uniqueBy(idOf, current) : survey.records;
  return withChanges({ ...survey, records, total }, next);
}

/**
 * Counts the records that differed, by column. A column that differed in several records becomes a
 * changing column.
 */
function countColumns(
  context: Context,
  { changes, key }: Survey,
  { changed }: Differences,
): ReadonlyMap<string, number> {
  const changing = changingColumns(context.target);
  const columns = new Map(changes?.columns);
  for (const name of [...changed.values()].flat()) columns.set(name, (columns.get(name) ?? 0) + 1);
  for (const [name, count] of columns)
    if (count >= MIN_CHANGED_RECORDS && name !== key?.name) changing.add(name);
  if (changing.size > 0) context.facts.recordDialect({ changingColumns: [...changing].join(', ') });
  return columns;
}

/** A column that differs in fewer records is not yet a changing column. */
const MIN_CHANGED_RECORDS = 2;

const uniqueBy = (
  idOf: (record: ProductRecord) => string,
  records: readonly ProductRecord[],
): readonly ProductRecord[] => [...new Map(records.map((one) => [idOf(one), one])).values()];

/**
 * Leaves out removed records. The columns are learned anew. Their kinds stay, except that changing
 * columns are not tested.
 */
function withChanges(survey: Survey, changes: Changes | undefined): Survey {
  const { columns, changing } = survey;
  const idOf = idIn(survey);
  const removed = new Set(changes?.removed.map(idOf));
  const records = survey.records.filter((record) => !removed.has(idOf(record)));
  const learned = learnColumns(records, [...columns.values()]).map((column) =>
    changing.has(column.name) ? { ...column, kind: 'other' as const } : column,
  );
  const named = new Map(learned.map((column) => [column.name, column]));
  return {
    ...survey,
    records,
    changes,
    columns: named,
    key: survey.key && named.get(survey.key.name),
  };
}

/** Describes the changes for the reason of a verdict. */
export function describeChanges(known: Known | undefined): DataChanges | undefined {
  const { changes, changing } = known?.survey ?? {};
  const names = new Set([...(changing ?? []), ...(changes?.columns.keys() ?? [])]);
  if (changes === undefined && names.size === 0) return undefined;
  const what = [
    ...(names.size === 0 ? [] : [`values of ${[...names].join(', ')}`]),
    ...((changes?.unsettled.size ?? 0) === 0 ? [] : ['records']),
  ];
  return {
    since: changes?.since ?? 0,
    until: Math.min(changes?.until ?? 0, known?.whole.changes?.until ?? 0),
    what: what.length === 0 ? 'meta.total' : what.join(' and '),
  };
}
