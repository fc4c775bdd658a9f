/** Compares the records of a list, their number and the total with what the data requires. */

import { grouped, memoizedByObject } from '../../../src/memoized.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { isNamedAsKey } from './columns.js';
import type { ComparedPage } from './compared-page.js';
import type { Deviation } from './comparison.js';
import { isUnsettled, type Survey, totalsOf } from './data.js';
import { describeRecords } from './describe-records.js';
import { compareOrder } from './expected-order.js';
import {
  type ExpectedRecords,
  recordsWithOtherValues,
  setOf,
  showOtherValues,
  showRecords,
  unknownAmong,
  unreadAmong,
} from './expected-records.js';
import { identity } from './identity.js';
import { matching } from './key-range.js';
import { membershipsOf } from './oracle/filter.js';
import { doubtAbout, isShort } from './page-size.js';
import { columnsIn, filterIn, isFilteredWithoutWindow, LARGEST_TESTED_LIMIT } from './request.js';
import { whyExcluded } from './why-excluded.js';

/**
 * Compares the records of a page, their number and their order with the expected list. If only a
 * sample of the data is known, each record is compared separately, and the order is compared only
 * within the page. `compareWithMeta` compares the number of records with the page's own `meta`.
 */
export function compareRecords(
  compared: ComparedPage,
  compareWithMeta: () => Deviation | undefined,
): Deviation | undefined {
  const { page, request, known, survey, note } = compared;
  // For recorded traffic of other clients the data is unknown, so no record is required.
  const expected =
    survey.foreignTraffic === undefined ? matching(request, known) : { required: [], optional: [] };
  const unexpected = unexpectedIn(compared, expected);
  if (unexpected !== undefined) {
    const all = describeRecords(request, known, 'only the');
    return { part: 'records', expected: all, actual: unexpected };
  }
  note('repeated');
  const repeated = repeatedIn(page.records, survey);
  if (repeated !== undefined) {
    return {
      part: 'repeated',
      expected: `${describeRecords(request, known, 'the')}, each once`,
      actual: repeated,
      sentence: `${repeated} came; each record must come once`,
    };
  }
  // If earlier responses contradict each other, the size of the list is unknown. The size is also
  // unknown if the page contains a record that was not read before.
  const isDoubtful = doubtAbout(request, known) !== undefined;
  if (isDoubtful || unreadAmong(page.records, survey).length > 0) return undefined;
  note('records');
  const hasTotal = page.meta !== undefined && isTotalReliable(compared);
  if (hasTotal) note('total');
  return (
    compareCount(compared, expected, hasTotal) ??
    (hasTotal ? compareWithMeta() : undefined) ??
    compareOrder(compared, expected)
  );
}

/**
 * Earlier requests may have shown that `meta.total` is wrong in all lists with a filter, or in all
 * lists with an offset. Returns false for these lists.
 */
const isTotalReliable = ({ request, known, start }: ComparedPage): boolean => {
  const { filtered, offset } = known.totals;
  return (
    (filtered === undefined || filterIn(request, known) === undefined) &&
    (offset === undefined || start === 0)
  );
};

/** Compares the number of records on a page, and the total in `meta`. */
function compareCount(
  compared: ComparedPage,
  expected: ExpectedRecords,
  hasTotal: boolean,
): Deviation | undefined {
  const { page, survey } = compared;
  const bounds = boundsOf(compared, expected);
  const total = hasTotal ? page.meta?.total : undefined;
  const isTotalPossible = total === undefined || (total >= bounds.least && total <= bounds.most);
  // If the data is only a sample with an exact total, `compareWithMeta` tests the number of records
  // instead, if the page has `meta`.
  const isBounded = survey.complete || bounds.most > bounds.least;
  const missing = isBounded
    ? missingRecords(compared, expected, bounds, isTotalPossible)
    : undefined;
  if (missing !== undefined) return missing;
  if (total !== undefined && !isTotalPossible) return wrongTotal(compared, bounds, total);
  return recordsLeftOut(compared, expected);
}

/**
 * Returns a deviation if the whole list is on the page, and lacks records that it must contain.
 * `compareCount` does not see this if optional records came in their place.
 */
function recordsLeftOut(
  { page, request, known, survey, size, start }: ComparedPage,
  { required }: ExpectedRecords,
): Deviation | undefined {
  const { records, meta } = page;
  const isWhole = start === 0 && records.length < Math.min(size, survey.pageSize);
  const isSame = meta === undefined || meta.total === records.length;
  if (!isWhole || !isSame || !survey.complete) return undefined;
  const left = unknownAmong(required, records, survey);
  if (left.length === 0) return undefined;
  const shown = showRecords(left, columnsIn(request), survey);
  const match = left.length === 1 ? 'it matches' : 'they match';
  return {
    part: 'records',
    expected: describeRecords(request, known, 'all'),
    actual: `${records.length}, without ${shown}`,
    sentence: `${shown} did not come, although ${match}`,
  };
}

/** Returns a deviation if the page has fewer records than it must contain. */
function missingRecords(
  compared: ComparedPage,
  { required }: ExpectedRecords,
  bounds: Bounds,
  isTotalPossible: boolean,
): Deviation | undefined {
  const { page, request, known, survey, size, start } = compared;
  const wanted = requiredLength(compared, bounds.least);
  if (page.records.length >= wanted) return undefined;
  // The filter is wrong, not the window, if the total is wrong, too, or the window has no effect.
  const isOnlyPageWrong = isTotalPossible && !isFilteredWithoutWindow(request, survey.pageSize);
  const isOnOnePage = start === 0 && bounds.least <= size;
  return {
    part: isOnlyPageWrong ? 'window' : 'records',
    expected: describeRecords(request, known, `${atLeast(bounds)}${wanted}`),
    actual: describeCount(compared, isOnOnePage ? required : []),
  };
}

/** The deviation of a wrong `meta.total`. */
function wrongTotal(
  { page, request, known, asked }: ComparedPage,
  bounds: Bounds,
  total: number,
): Deviation {
  // If the page has fewer records than its own total requires, the response contradicts itself. In
  // a filtered list this violates EXP-LIST-7, as any wrong total does in a list without a filter.
  const isOwn = isShort(page) && asked.route === 'v2' && asked.filter !== undefined;
  const bound = violatedBound(bounds, total);
  const expected = `meta.total ${bound} for ${describeRecords(request, known, 'the')}`;
  return { part: isOwn ? 'own total' : 'total', expected, actual: String(total) };
}

/** Describes the bound that a wrong total violates. */
function violatedBound({ least, most }: Bounds, total: number): string {
  if (least === most) return String(least);
  return total < least ? `of at least ${least}` : `of at most ${most}`;
}

/** The minimum and maximum number of records that a request matches. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

const atLeast = ({ least, most }: Bounds): string => (least === most ? '' : 'at least ');

/**
 * The number of records that the page must contain if the request matches `count` records. It is 0
 * for a large limit, because the server may return fewer records than requested.
 */
function requiredLength({ size, start, survey }: ComparedPage, count: number): number {
  if (size > Math.max(LARGEST_TESTED_LIMIT, survey.pageSize)) return 0;
  return Math.max(0, Math.min(size, count - start));
}

/** Describes the number of records on a page, and the required records that are missing. */
function describeCount(
  { page, request, survey }: ComparedPage,
  required: readonly ProductRecord[],
): string {
  const { records, answer } = page;
  if (answer.status === 404) return '404 "No exported data"';
  const missing = unknownAmong(required, records, survey);
  if (missing.length === 0 || records.length === 0) return String(records.length);
  return `${records.length}, without ${showRecords(missing, columnsIn(request), survey)}`;
}

/**
 * Describes records that do not match the request, or that have other values than the known record
 * with the same key.
 */
function unexpectedIn(compared: ComparedPage, expected: ExpectedRecords): string | undefined {
  const { request, survey } = compared;
  const columns = columnsIn(request);
  const unmatched = unmatchedIn(compared, expected);
  if (unmatched?.length === 0) return undefined;
  const excluded = excludedByFilter(unmatched ?? compared.page.records, compared);
  const [first] = excluded;
  if (first !== undefined) {
    const why = whyExcluded(first, request, compared.known);
    const reason = why === undefined ? '' : `; ${showRecords([first], [], survey)} ${why}`;
    return `also ${showRecords(excluded, columns, survey)}${reason}`;
  }
  const changed = recordsWithOtherValues(unmatched ?? comparableIn(compared), survey);
  if (changed.length > 0) return showOtherValues(changed, columns, survey);
  if (unmatched === undefined) return undefined;
  // Records with a key that was never read may match the request, so they are left out.
  const unread = new Set(unreadAmong(unmatched, survey));
  const others = unmatched.filter((record) => !unread.has(record) && !isUnsettled(record, survey));
  return others.length > 0 ? `also ${showRecords(others, columns, survey)}` : undefined;
}

/**
 * The records of a page that the request should not return, each once. Returns undefined if only a
 * sample of the data is known.
 */
function unmatchedIn(
  { page, survey }: ComparedPage,
  selected: ExpectedRecords,
): readonly ProductRecord[] | undefined {
  if (!survey.complete) return undefined;
  const expected = allOf(selected);
  const all = setOf(expected);
  const others = new Set(page.records.filter((record) => !all.has(record)));
  // With a key, no other known record equals an expected one.
  const known = setOf(survey.key === undefined ? [] : survey.records);
  if ([...others].every((record) => known.has(record))) return [...others];
  const unknown = unknownAmong([...new Set(page.records)], expected, survey);
  // A second copy of an expected record is unknown, but it is reported as repeated.
  const { changing } = survey;
  const expectedIds = new Set(expected.map((record) => identity(record, changing)));
  return unknown.filter((record) => !expectedIds.has(identity(record, changing)));
}

/** The same list for the same expected records. */
const allOf = memoizedByObject(
  ({ required, optional }: ExpectedRecords): readonly ProductRecord[] =>
    optional.length === 0 ? required : [...required, ...optional],
);

/**
 * Returns the records of a page if they can be found in a sample by their key, otherwise an empty
 * list. A column may be unique in the sample by chance, so the name of the key must be a name such
 * as `id`.
 */
function comparableIn({ page, known, survey }: ComparedPage): readonly ProductRecord[] {
  const { key, keyRange } = known.survey;
  const isKey = key !== undefined && isNamedAsKey(key);
  return keyRange !== undefined && (survey.foreignTraffic !== undefined || isKey)
    ? page.records
    : [];
}

/**
 * Describes a record that is on a page more often than in the data. If only a sample is known, this
 * is tested only if the key has a name such as `id`.
 */
function repeatedIn(
  records: readonly ProductRecord[],
  { key, changing, complete, records: known, foreignTraffic }: Survey,
): string | undefined {
  const isCountKnown = complete || (key !== undefined && isNamedAsKey(key));
  if (foreignTraffic !== undefined || !isCountKnown) return undefined;
  if (
    key !== undefined &&
    new Set(records.map((record) => record[key.name])).size === records.length
  )
    return undefined;
  const idOf = (record: ProductRecord): string => identity(record, changing);
  const inData = grouped(known, idOf);
  const timesIn = (id: string): number => (complete ? (inData.get(id)?.length ?? 1) : 1);
  const [repeated] = [...grouped(records, idOf)].filter(([id, { length }]) => length > timesIn(id));
  if (repeated === undefined) return undefined;
  const [, [record, ...others]] = repeated;
  const name = key === undefined ? 'a record' : `${key.name} ${JSON.stringify(record?.[key.name])}`;
  return `${name} ${others.length === 1 ? 'twice' : `${others.length + 1} times`}`;
}

/**
 * Finds the records that the filter of the request excludes. If all data is known, `records` are
 * not expected, so that the filter excludes those that are known.
 */
function excludedByFilter(
  records: readonly ProductRecord[],
  { request, known, survey }: ComparedPage,
): readonly ProductRecord[] {
  const filter = filterIn(request, known);
  if (filter === undefined) return [];
  const all: ReadonlySet<ProductRecord> = survey.complete ? setOf(survey.records) : new Set();
  const others = records.filter((record) => !all.has(record));
  const memberships = membershipsOf(filter, others, survey.columns, known.comparisonRules);
  const includedOthers = new Set(others.filter((_, at) => memberships[at] !== 'out'));
  const columns = survey.foreignTraffic === undefined ? [] : columnsIn({ filter });
  return records.filter(
    (record) => !includedOthers.has(record) && columns.every((name) => Object.hasOwn(record, name)),
  );
}

/**
 * The minimum and maximum number of records that a request matches, computed from all data, from a
 * sample and its total, or from the page alone.
 */
function boundsOf(
  { page, request, known, survey, start }: ComparedPage,
  { required, optional }: ExpectedRecords,
): Bounds {
  const { length } = page.records;
  if (survey.complete) return { least: required.length, most: required.length + optional.length };
  if (survey.foreignTraffic !== undefined)
    return { least: length === 0 ? 0 : start + length, most: Number.POSITIVE_INFINITY };
  const isTotalStated = survey.pages.some(({ page: { meta } }) => meta !== undefined);
  return filterIn(request, known) === undefined && isTotalStated
    ? totalsOf(survey)
    : { least: required.length, most: Number.POSITIVE_INFINITY };
}
