import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget, ProductRecord } from '../../../src/settings/target.js';
import type { Known } from '../known.js';
import type { Column } from '../oracle/column.js';
import { findDisorder, findMisplaced } from '../oracle/order.js';
import type { ProductPage } from '../product-page.js';
import type { Survey } from '../survey/data.js';
import { judgeGroups } from './any-groups.js';
import { judgeSample } from './any-sample.js';
import { clausesFor, isWide } from './clauses-of-request.js';
import { showRecords, unknownAmong } from './expected-records.js';
import type { JudgedPage } from './judged-page.js';
import { columnsIn, describeRequest, JUDGED, matching, surveyFor, withoutRange } from './matching.js';
import type { Note, Violation } from './violation.js';

/** Judges the records of a page: which they are, how many, in which order, and what `meta` says of them. */
export function judgePage(
  page: ProductPage,
  request: ProductsQuestion,
  target: ExportTarget,
  known: Known | undefined,
  note: Note,
): Violation | undefined {
  const { limit = 100, offset = 0 } = request;
  const [size, start] = [Number(limit), Number(offset)];
  const clauses = clausesFor(withoutRange(request, known), known?.survey.pageSize);
  const { records, meta } = page;
  note(clauses.window);
  if (records.length > size && size <= JUDGED)
    return { clause: clauses.window, expected: `at most ${size} records`, actual: String(records.length) };
  if (meta !== undefined && size <= JUDGED && meta.limit !== size)
    return { clause: clauses.window, expected: `meta.limit ${size}`, actual: String(meta.limit) };
  if (meta !== undefined && page.answer.ok && meta.offset !== start)
    return { clause: clauses.window, expected: `meta.offset ${start}`, actual: String(meta.offset) };
  const left = (meta?.total ?? 0) - start;
  if (start > 0 && left > 0 && request.groupBy === undefined && records.length > left)
    return {
      clause: clauses.window,
      expected: `at most ${left} of ${meta?.total} records`,
      actual: String(records.length),
    };
  const own = request.destination === undefined || request.destination.id === target.destination?.id;
  if (!own || known === undefined) return undefined;
  const survey = surveyFor(request, known);
  const judged = { page, request, known, survey, clauses, size, start, note };
  if (request.groupBy !== undefined) return judgeGroups(judged);
  return survey.complete ? judgeRecords(judged) : judgeSample(judged);
}

function judgeRecords({ page, request, known, survey, clauses, size, start, note }: JudgedPage): Violation | undefined {
  const { records, meta, answer } = page;
  const { required, optional } = matching(request, known);
  const [least, most] = [required.length, required.length + optional.length];
  const named = describeRequest(request);
  const show = (list: readonly ProductRecord[]): string => showRecords(list, columnsIn(request), survey);
  note(clauses.records);
  if (meta !== undefined) note(clauses.total);
  const foreign = unknownAmong(records, [...required, ...optional], survey);
  if (foreign.length > 0)
    return {
      clause: clauses.records,
      expected: `only records for which ${named}, each once`,
      actual: `also ${show(foreign)}`,
    };
  const wanted = (count: number): number => Math.max(0, Math.min(size, count - start));
  if (size <= Math.max(JUDGED, survey.pageSize) && records.length < wanted(least)) {
    const windowed = !isWide(request, survey.pageSize);
    const missing = start === 0 && least <= size ? unknownAmong(required, records, survey) : [];
    const without = missing.length > 0 && records.length > 0 ? `, without ${show(missing)}` : '';
    return {
      clause: windowed && (meta === undefined || meta.total === least) ? clauses.window : clauses.records,
      expected: `${wanted(least)} records for ${named}`,
      actual: answer.status === 404 ? '404 "No exported data"' : `${records.length}${without}`,
    };
  }
  if (meta !== undefined && (meta.total < least || meta.total > most))
    return { clause: clauses.total, expected: `meta.total ${least} for ${named}`, actual: String(meta.total) };
  const by = [...survey.columns.values()].find((column) => known.orderBy(column) === request.orderBy);
  if (by === undefined || optional.length > 0) return undefined;
  note(clauses.order);
  const actual = outOfOrder(records, required, start, by, survey, show);
  if (actual === undefined) return undefined;
  if (actual !== DESCENDING)
    return { clause: clauses.order, expected: `the records for which ${named} ordered by ${by.name}`, actual };
  return clauses.order === 'EXP-SORT-1'
    ? { clause: clauses.order, expected: `${by.name} ascending`, actual, atMost: 'warning' }
    : undefined;
}

const DESCENDING = 'descending';

/** What is out of order, within or in its place within the whole, or that all of it is the other way round. */
function outOfOrder(
  records: readonly ProductRecord[],
  all: readonly ProductRecord[],
  start: number,
  by: Column,
  survey: Survey,
  show: (records: readonly ProductRecord[]) => string,
): string | undefined {
  const rest = unknownAmong(all, records, survey);
  const disorder = findDisorder(records, by);
  const misplaced = disorder === undefined ? findMisplaced(records, rest, start, by) : undefined;
  if (disorder === undefined && misplaced === undefined) return undefined;
  const end = all.length - start - records.length;
  const isDescending =
    findDisorder(records, by, -1) === undefined && findMisplaced([...records].reverse(), rest, end, by) === undefined;
  if (isDescending) return DESCENDING;
  if (disorder !== undefined) return `${show([disorder.first, disorder.second])} in this order`;
  return `${show(records.slice(0, 1))} at offset ${start}, but ${show(misplaced === undefined ? [] : [misplaced])} not in its place`;
}
