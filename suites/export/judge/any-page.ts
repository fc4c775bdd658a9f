import type { ProductRecord } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import { isNamedAsKey } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import {
  type ExpectedRecords,
  onceEach,
  otherwise,
  showRecords,
  unknownAmong,
} from '../model/expected-records.js';
import {
  clausesFor,
  columnsIn,
  describeRequest,
  filterIn,
  isWide,
  JUDGED,
  matching,
  surveyFor,
} from '../model/matching.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { placesOf } from '../model/oracle/filter.js';
import { groupsOf, mergedBy, unnamedGroups } from '../model/oracle/groups.js';
import { findDisorder, findMisplaced } from '../model/oracle/order.js';
import {
  contradictionOf,
  countIn,
  doubtAbout,
  hasBrokenGroup,
  isShort,
  isShownBy,
} from '../model/page-size.js';
import type { ProductPage } from '../survey/ask.js';
import { type Note, type Violation, violates } from './violation.js';

/** A page of the own destination, what was asked for, and what it is compared with. */
interface JudgedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** What the page is compared with: the whole data, a key range, or a sample. */
  readonly survey: Survey;
  /** Which clause each aspect of the page belongs to. */
  readonly clauses: ReturnType<typeof clausesFor>;
  /** Records that it has at most. */
  readonly size: number;
  /** Records that come before it. */
  readonly start: number;
  readonly note: Note;
}

/** Judges a page: its window, then its groups, or its records and what `meta` says of them. */
export function judgePage(
  { question: request, target }: Exchange,
  page: ProductPage,
  known: Known | undefined,
  note: Note,
): Violation | undefined {
  const { limit = 100, offset = 0, groupBy, destination } = request;
  const [size, start] = [Number(limit), Number(offset)];
  const clauses = clausesFor(request, known);
  const { records, meta, answer } = page;
  const found = known && contradictionOf(known);
  if (found !== undefined && isShownBy(page, found))
    return violates(found.clause, found.expected, found.actual);
  const isDoubtful = known !== undefined && doubtAbout(request, known) !== undefined;
  if (!isDoubtful) note(clauses.window);
  const outside = (expected: string, actual: number): Violation =>
    violates(clauses.window, expected, actual);
  if (records.length > size && size <= JUDGED)
    return outside(`a page size of at most ${size}`, records.length);
  if (meta !== undefined && size <= JUDGED && meta.limit !== size)
    return outside(`meta.limit ${size}`, meta.limit);
  if (meta !== undefined && answer.ok && meta.offset !== start)
    return outside(`meta.offset ${start}`, meta.offset);
  const left = (meta?.total ?? 0) - start;
  const isTotalDoubtful = known?.totals.offset !== undefined && start > 0;
  const isOver =
    !isDoubtful &&
    !isTotalDoubtful &&
    start > 0 &&
    left > 0 &&
    groupBy === undefined &&
    records.length > left;
  if (isOver) return outside(`at most ${left} of ${meta?.total} records`, records.length);
  const own = destination === undefined || destination.id === target.destination?.id;
  if (!own || known === undefined)
    return groupBy === undefined && !isDoubtful
      ? shortBy(page, clauses.window, request)
      : undefined;
  if (hasBrokenGroup(request, known)) return undefined;
  const judged = {
    page,
    request,
    known,
    survey: surveyFor(request, known),
    clauses,
    size,
    start,
    note,
  };
  return groupBy === undefined ? judgeRecords(judged) : judgeGroups(judged);
}

/** Whatever was asked and whoever asked: a page is as long as its own `meta` says. */
function shortBy(
  page: ProductPage,
  clause: ClauseId,
  request: ProductsQuestion,
): Violation | undefined {
  if (!isShort(page) || !page.answer.ok) return undefined;
  const { meta, records } = page;
  const expected = `${countIn(page)} records for ${describeRequest(request)} (meta.limit ${meta?.limit}, meta.total ${meta?.total})`;
  return violates(clause, expected, records.length);
}

/** One record for each value of the column, as far as the data is known. */
function judgeGroups(judged: JudgedPage): Violation | undefined {
  const { page, request, known, survey, clauses, size, start, note } = judged;
  const { records, answer } = page;
  const column = survey.columns.get(request.groupBy ?? '');
  if (column === undefined || answer.status === 404) return undefined;
  const { required, optional } = matching(request, known);
  const found = groupsOf(records, column);
  const all = groupsOf([...required, ...optional], column);
  const merge = mergedBy(known.comparisonRules, column, [...all, ...found]);
  const wanted = new Set(groupsOf(required, column).map(merge));
  const may = new Set(all.map(merge));
  const named = `${column.name} among records for which ${describeRequest(request)}`;
  const isDoubtful = doubtAbout(request, known) !== undefined;
  if (!isDoubtful) note(clauses.groups);
  const wrong = (expected: string, actual: string | number): Violation =>
    violates(clauses.groups, expected, actual);
  const twice = found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined)
    return wrong(`one record for each ${named}`, `${JSON.stringify(twice)} on several`);
  if (survey.shown !== undefined || isDoubtful) return undefined;
  const foreign = survey.complete ? found.find((value) => !may.has(merge(value))) : undefined;
  if (foreign !== undefined) return wrong(`values of ${named}`, `also ${JSON.stringify(foreign)}`);
  // Groups without a name may be shown or not; without a snapshot they may be anywhere.
  const cells = [...required, ...optional].map((record) => cellValue(record, column.name));
  const hidden = survey.complete ? unnamedGroups(cells) : UNKNOWN_UNNAMED;
  const least = Math.max(0, Math.min(size, wanted.size - start) - hidden);
  // Values that the column may take for one are one group or several.
  const most = new Set(all).size + hidden;
  const whole = start === 0 && most <= Math.min(size, Math.max(JUDGED, survey.pageSize));
  const count = whole ? new Set(found.map(merge)).size : found.length;
  const fewest = whole ? wanted.size : Math.min(least, Math.max(JUDGED, survey.pageSize));
  return count < fewest ? wrong(`${wanted.size} distinct values of ${named}`, count) : undefined;
}

/**
 * Groups without a name where not all records are known: of nulls, of empty text, and of a blank.
 */
const UNKNOWN_UNNAMED = 3;

/**
 * A filter that brings what it should is not at fault for a total that its own page contradicts.
 */
const clauseOfTotal = ({ page, clauses }: JudgedPage): ClauseId =>
  isShort(page) && clauses.window === 'EXP-FILT-12' ? 'EXP-LIST-7' : clauses.total;

/** Whether nothing was found wrong with the totals of such lists. */
const isTotalSure = ({ request, known, start }: JudgedPage): boolean => {
  const { filtered, offset } = known.totals;
  return (
    (filtered === undefined || filterIn(request, known) === undefined) &&
    (offset === undefined || start === 0)
  );
};

type Show = (records: readonly ProductRecord[]) => string;

/**
 * Judges the records of a page: which they are, how many, and in which order. Of data that is
 * larger than its snapshot each record is judged for itself, their number by what `meta` claims and
 * the sample holds, their order within the page.
 */
function judgeRecords(judged: JudgedPage): Violation | undefined {
  const { page, request, known, survey, clauses, size, start, note } = judged;
  const { records, meta, answer } = page;
  const expected =
    survey.shown === undefined ? matching(request, known) : { required: [], optional: [] };
  const named = describeRequest(request);
  const show: Show = (list) => showRecords(list, columnsIn(request), survey);
  const strange = strangeIn(judged, expected, show);
  if (strange !== undefined)
    return violates(clauses.records, `only records for which ${named}, each once`, strange);
  // Of a list whose answers contradict each other nothing is sure but what came.
  if (doubtAbout(request, known) !== undefined) return undefined;
  note(clauses.records);
  const isTotalKnown = meta !== undefined && isTotalSure(judged);
  if (isTotalKnown) note(clauses.total);

  const [least, most] = boundsOf(judged, expected);
  const atLeast = most === Number.POSITIVE_INFINITY ? 'at least ' : '';
  const wanted = (count: number): number =>
    size > Math.max(JUDGED, survey.pageSize) ? 0 : Math.max(0, Math.min(size, count - start));
  const isCounted = !isTotalKnown || (meta.total >= least && meta.total <= most);
  if ((survey.complete || most > least) && records.length < wanted(least)) {
    const missing =
      start === 0 && least <= size ? unknownAmong(expected.required, records, survey) : [];
    const without = missing.length > 0 && records.length > 0 ? `, without ${show(missing)}` : '';
    return violates(
      isCounted && !isWide(request, survey.pageSize) ? clauses.window : clauses.records,
      `${atLeast}${wanted(least)} records for ${named}`,
      answer.status === 404 ? '404 "No exported data"' : `${records.length}${without}`,
    );
  }
  if (meta !== undefined && !isCounted)
    return violates(
      clauseOfTotal(judged),
      `meta.total ${atLeast && 'of at least '}${least} for ${named}`,
      meta.total,
    );
  const short = isTotalKnown ? shortBy(page, clauses.window, request) : undefined;
  if (short !== undefined) return short;

  const by = [...survey.columns.values()].find(
    (column) => known.orderBy(column) === request.orderBy,
  );
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
  const places =
    filter === undefined ? [] : placesOf(filter, records, survey.columns, known.comparisonRules);
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

/**
 * How many records there are for a request, at least and at most: by all data, by a sample and its
 * total, by the page.
 */
function boundsOf(
  { page, request, known, survey, start }: JudgedPage,
  { required, optional }: ExpectedRecords,
): readonly [least: number, most: number] {
  const { length } = page.records;
  if (survey.complete) return [required.length, required.length + optional.length];
  if (survey.shown !== undefined)
    return [length === 0 ? 0 : start + length, Number.POSITIVE_INFINITY];
  return filterIn(request, known) === undefined
    ? [survey.total, survey.total]
    : [required.length, Number.POSITIVE_INFINITY];
}

const DESCENDING = 'descending';

/**
 * What is out of order, within or in its place among all that is known, or that all of it is the
 * other way round.
 */
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
    findDisorder(records, by, -1) === undefined &&
    findMisplaced([...records].reverse(), rest, end, by) === undefined;
  if (isDescending) return DESCENDING;
  if (disorder !== undefined) return `${show([disorder.first, disorder.second])} in this order`;
  return `${show(records.slice(0, 1))} at offset ${start}, but ${show(misplaced === undefined ? [] : [misplaced])} in the wrong position`;
}
