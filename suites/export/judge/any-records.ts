import type { ProductRecord } from '../../../src/harness/suite.js';
import type { Column } from '../oracle/column.js';
import { placesOf } from '../oracle/filter.js';
import { findDisorder, findMisplaced } from '../oracle/order.js';
import { isNamedAsKey } from '../survey/key-column.js';
import { isWide } from './clauses-of-request.js';
import { type ExpectedRecords, onceEach, otherwise, showRecords, unknownAmong } from './expected-records.js';
import { columnsIn, describeRequest, filterIn, JUDGED, matching } from './matching.js';
import { type JudgedPage, type Violation, violates } from './violation.js';

type Show = (records: readonly ProductRecord[]) => string;

/**
 * Judges the records of a page: which they are, how many, and in which order. Of data that is larger than its snapshot
 * each record is judged for itself, their number by what `meta` claims and the sample holds, their order within the page.
 */
export function judgeRecords(judged: JudgedPage): Violation | undefined {
  const { page, request, known, survey, clauses, size, start, note } = judged;
  const { records, meta, answer } = page;
  const expected = survey.shown === undefined ? matching(request, known) : { required: [], optional: [] };
  const named = describeRequest(request);
  const show: Show = (list) => showRecords(list, columnsIn(request), survey);
  note(clauses.records);
  if (meta !== undefined) note(clauses.total);
  const strange = strangeIn(judged, expected, show);
  if (strange !== undefined) return violates(clauses.records, `only records for which ${named}, each once`, strange);

  const [least, most] = boundsOf(judged, expected);
  const atLeast = most === Number.POSITIVE_INFINITY ? 'at least ' : '';
  const wanted = (count: number): number =>
    size > Math.max(JUDGED, survey.pageSize) ? 0 : Math.max(0, Math.min(size, count - start));
  const isCounted = meta === undefined || (meta.total >= least && meta.total <= most);
  if ((survey.complete || most > least) && records.length < wanted(least)) {
    const missing = start === 0 && least <= size ? unknownAmong(expected.required, records, survey) : [];
    const without = missing.length > 0 && records.length > 0 ? `, without ${show(missing)}` : '';
    return violates(
      isCounted && !isWide(request, survey.pageSize) ? clauses.window : clauses.records,
      `${atLeast}${wanted(least)} records for ${named}`,
      answer.status === 404 ? '404 "No exported data"' : `${records.length}${without}`,
    );
  }
  if (meta !== undefined && !isCounted)
    return violates(clauses.total, `meta.total ${atLeast && 'of at least '}${least} for ${named}`, meta.total);
  const all = wanted(meta?.total ?? least);
  if (records.length < all) return violates(clauses.window, `${all} records for ${named}`, records.length);

  const by = [...survey.columns.values()].find((column) => known.orderBy(column) === request.orderBy);
  if (by === undefined || (survey.complete && expected.optional.length > 0)) return undefined;
  note(clauses.order);
  const actual = outOfOrder(judged, survey.complete ? expected.required : records, by, show);
  if (actual === undefined) return undefined;
  if (actual !== DESCENDING)
    return violates(clauses.order, `the records for which ${named} ordered by ${by.name}`, actual);
  return clauses.order === 'EXP-SORT-1'
    ? { ...violates(clauses.order, `${by.name} ascending`, actual), atMost: 'warning' }
    : undefined;
}

/** Records that are not among those that are asked for, or come twice. */
function strangeIn(
  { page, request, known, survey }: JudgedPage,
  expected: ExpectedRecords,
  show: Show,
): string | undefined {
  const { records } = page;
  if (survey.complete) {
    const foreign = unknownAmong(records, [...expected.required, ...expected.optional], survey);
    return foreign.length > 0 ? `also ${show(foreign)}` : undefined;
  }
  const filter = filterIn(request, known);
  const places = filter === undefined ? [] : placesOf(filter, records, survey.columns, known.comparisonRules);
  const columns = survey.shown === undefined ? [] : columnsIn({ filter });
  const wrong = records.filter(
    (record, at) => places[at] === 'out' && columns.every((name) => Object.hasOwn(record, name)),
  );
  if (wrong.length > 0) return `also ${show(wrong)}`;
  const { key, keyRange } = known.survey;
  // Records that are told apart by chance alone are not the same ones for it.
  if (survey.shown === undefined && (key === undefined || !isNamedAsKey(key))) return undefined;
  const other = keyRange === undefined ? [] : otherwise(records, survey);
  if (other.length > 0) return `${show(other)} with values that changed`;
  const twice = unknownAmong(records, onceEach(records, survey), survey);
  return twice.length > 0 ? `${show(twice)} again` : undefined;
}

/** How many records there are for a request, at least and at most: by all data, by a sample and its total, by the page. */
function boundsOf(
  { page, request, known, survey, start }: JudgedPage,
  { required, optional }: ExpectedRecords,
): readonly [least: number, most: number] {
  const { length } = page.records;
  if (survey.complete) return [required.length, required.length + optional.length];
  if (survey.shown !== undefined) return [length === 0 ? 0 : start + length, Number.POSITIVE_INFINITY];
  return filterIn(request, known) === undefined
    ? [survey.total, survey.total]
    : [required.length, Number.POSITIVE_INFINITY];
}

const DESCENDING = 'descending';

/** What is out of order, within or in its place among all that is known, or that all of it is the other way round. */
function outOfOrder(
  { page: { records }, survey, start }: JudgedPage,
  all: readonly ProductRecord[],
  by: Column,
  show: Show,
): string | undefined {
  const from = survey.complete ? start : 0;
  const rest = unknownAmong(all, records, survey);
  const disorder = findDisorder(records, by);
  const misplaced = disorder === undefined ? findMisplaced(records, rest, from, by) : undefined;
  if (disorder === undefined && misplaced === undefined) return undefined;
  const end = all.length - from - records.length;
  const isDescending =
    findDisorder(records, by, -1) === undefined && findMisplaced([...records].reverse(), rest, end, by) === undefined;
  if (isDescending) return DESCENDING;
  if (disorder !== undefined) return `${show([disorder.first, disorder.second])} in this order`;
  return `${show(records.slice(0, 1))} at offset ${start}, but ${show(misplaced === undefined ? [] : [misplaced])} in the wrong position`;
}
