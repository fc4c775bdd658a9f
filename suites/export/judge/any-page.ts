import type { ExportTarget, ProductRecord } from '../../../src/target/index.js';
import type { ClauseId } from '../clauses.js';
import { mergedBy } from '../lists/grouping.js';
import { type Column, mayBeEnumeration } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import { heldBy, isNull } from '../oracle/held.js';
import { findDisorder, findMisplaced } from '../oracle/order.js';
import { type Criterion, describeFilter, type Filter, type Operator, only, where } from '../request/filter.js';
import type { ProductPage } from '../request/product-page.js';
import { type FilteredRoute, isUnknown, type ProductsRequest } from '../request/products-request.js';
import type { Spelling } from '../request/query-string.js';
import type { Survey } from '../survey/survey.js';
import type { Note, Violation } from './any-answer.js';
import { type ExpectedRecords, expectedRecords, showRecords, unknownAmong } from './expected-records.js';

/** What a run has learned of the data, and how the target wants things written. */
export interface Known {
  readonly survey: Survey;
  readonly semantics: Semantics;
  readonly spelling: Spelling;
  /** Undefined where no spelling of null is understood. */
  readonly nullSpelling: string | undefined;
  /** The value of orderBy for an ascending order of a column. */
  readonly orderBy: (column: Column) => string;
}

/** Limits judged: a target may cap larger ones. */
const JUDGED = 100;

/** Whether the document leaves open what the parameters of a request give on this data. */
export function parametersAreOpen(request: ProductsRequest, known: Known | undefined): boolean {
  const { limit, offset, orderBy, groupBy, filter, route = 'v2', spelling } = request;
  if (typeof limit === 'string' || typeof offset === 'string') return true;
  if ((limit !== undefined && limit < 1) || (offset !== undefined && offset < 0)) return true;
  const plain = orderBy === undefined && groupBy === undefined && filter === undefined && typeof route === 'string';
  if (plain) return false;
  if (known === undefined) return true;
  const columns = [...known.survey.columns.values()];
  if (orderBy !== undefined && !columns.some((column) => isUsable(column) && known.orderBy(column) === orderBy))
    return true;
  if (groupBy !== undefined && !columns.some((column) => isUsable(column) && column.name === groupBy)) return true;
  if (typeof route === 'object' && (isUnknown(route) || !isPlainPath(route, known))) return true;
  if (filter === undefined) return false;
  if (typeof route === 'object') return true;
  if (filter.groups.some(({ criteria }) => criteria.length === 0)) return true;
  return filter.groups.some(({ criteria }) =>
    criteria.some((criterion) => isOpenCriterion(criterion, known, spelling)),
  );
}

const isUsable = ({ kind }: Column): boolean => kind === 'number' || kind === 'text';

/** A value that stands in a path without doubt. */
function isPlainPath({ column, value }: FilteredRoute, { survey }: Known): boolean {
  const found = survey.columns.get(column);
  return found !== undefined && isUsable(found) && /^[\p{L}\p{N} ,]+$/u.test(value) && value.trim() === value;
}

const LISTS: readonly Operator[] = ['IN', 'NOT IN'];
const RANGES: readonly Operator[] = ['BETWEEN', 'NOT BETWEEN'];

function isOpenCriterion(
  { column: name, operator, value }: Criterion,
  known: Known,
  spelling: Spelling | undefined,
): boolean {
  const column = known.survey.columns.get(name);
  if (column === undefined || !isUsable(column)) return true;
  if (value === null) {
    const written = spelling?.nullSpelling ?? 'NULL';
    return !operator.startsWith('IS') || known.nullSpelling === undefined || written !== known.nullSpelling;
  }
  if (operator.startsWith('IS')) return true;
  const values = typeof value === 'object' ? value : [value];
  if (column.kind === 'number' && values.some((value) => typeof value !== 'number')) return true;
  const strange = values.some((value) => !column.values.has(value));
  if (mayBeEnumeration(column) && (operator.includes('LIKE') || strange)) return true;
  const listed = LISTS.includes(operator) || RANGES.includes(operator);
  if (listed !== (typeof value === 'object')) return true;
  if (!listed) return false;
  if (RANGES.includes(operator) ? values.length !== 2 : values.length === 0) return true;
  const encoding = spelling?.arrayEncoding ?? 'indexed';
  if (encoding !== known.spelling.arrayEncoding) return true;
  return encoding === 'comma' && values.some((value) => String(value).includes(','));
}

/** The filter that the path of the legacy filtered route stands for: its values, split at commas, are one list. */
function pathFilter({ column: name, value }: FilteredRoute, { survey }: Known): Filter {
  const parts = value.split(',');
  return only(where(name, 'IN', survey.columns.get(name)?.kind === 'number' ? parts.map(Number) : parts));
}

/** Judges the records of a page: which they are, how many, in which order, and what `meta` says of them. */
export function judgePage(
  page: ProductPage,
  request: ProductsRequest,
  target: ExportTarget,
  known: Known | undefined,
  note: Note,
): Violation | undefined {
  const { limit = 100, offset = 0 } = request;
  const [size, start] = [Number(limit), Number(offset)];
  const clauses = clausesFor(request);
  const { records, meta } = page;
  note(clauses.window);
  if (records.length > size && size <= JUDGED)
    return { clause: clauses.window, expected: `at most ${size} records`, actual: String(records.length) };
  if (meta !== undefined && size <= JUDGED && meta.limit !== size)
    return { clause: clauses.window, expected: `meta.limit ${size}`, actual: String(meta.limit) };
  if (meta !== undefined && page.answer.ok && meta.offset !== start)
    return { clause: clauses.window, expected: `meta.offset ${start}`, actual: String(meta.offset) };
  const own = request.destination === undefined || request.destination.id === target.destination?.id;
  if (!own || known === undefined || !known.survey.complete) return undefined;
  if (request.groupBy !== undefined) return judgeGroups(page, request, known, clauses, size, start, note);
  return judgeRecords(page, request, known, clauses, size, start, note);
}

/** The records that a question asks for, and those that it may ask for. */
export function matching(
  { route = 'v2', filter }: ProductsRequest,
  known: Known,
): Pick<ExpectedRecords, 'required' | 'optional'> {
  const asked = typeof route === 'object' && !isUnknown(route) ? pathFilter(route, known) : filter;
  return asked === undefined || asked.groups.length === 0
    ? { required: known.survey.records, optional: [] }
    : expectedRecords(asked, known.survey, known.semantics);
}

function judgeRecords(
  { records, meta, answer }: ProductPage,
  request: ProductsRequest,
  known: Known,
  clauses: Clauses,
  size: number,
  start: number,
  note: Note,
): Violation | undefined {
  const { survey } = known;
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
    const windowed = request.limit !== undefined || request.offset !== undefined;
    return {
      clause: (meta === undefined ? windowed : meta.total === least) ? clauses.window : clauses.records,
      expected: `${wanted(least)} records for ${named}`,
      actual: answer.status === 404 ? '404 "No exported data"' : String(records.length),
    };
  }
  if (meta !== undefined && (meta.total < least || meta.total > most))
    return { clause: clauses.total, expected: `meta.total ${least} for ${named}`, actual: String(meta.total) };
  const by = [...survey.columns.values()].find((column) => known.orderBy(column) === request.orderBy);
  if (by === undefined || optional.length > 0) return undefined;
  note(clauses.order);
  return isInOrder(records, required, start, by, survey)
    ? undefined
    : {
        clause: clauses.order,
        expected: `the records for which ${named} ordered by ${by.name}`,
        actual: `${show(records.slice(0, 3))} in this order`,
      };
}

/** In either direction, for that is judged elsewhere: in order within, and in its place within the whole. */
function isInOrder(
  records: readonly ProductRecord[],
  all: readonly ProductRecord[],
  start: number,
  by: Column,
  survey: Survey,
): boolean {
  const rest = unknownAmong(all, records, survey);
  const ascending = findDisorder(records, by) === undefined && findMisplaced(records, rest, start, by) === undefined;
  if (ascending) return true;
  const end = all.length - start - records.length;
  return (
    findDisorder(records, by, -1) === undefined && findMisplaced([...records].reverse(), rest, end, by) === undefined
  );
}

function judgeGroups(
  { records, answer }: ProductPage,
  request: ProductsRequest,
  known: Known,
  clauses: Clauses,
  size: number,
  start: number,
  note: Note,
): Violation | undefined {
  const column = known.survey.columns.get(request.groupBy ?? '');
  if (column === undefined || answer.status === 404) return undefined;
  const { required, optional } = matching(request, known);
  const merge = mergedBy(known.semantics, column);
  const valuesOf = (list: readonly ProductRecord[]): readonly string[] =>
    list.flatMap((record) => {
      const value = heldBy(record, column.name);
      return isNull(record, column) || value === '' || value === null || value === undefined ? [] : [String(value)];
    });
  const [wanted, found] = [new Set(valuesOf(required).map(merge)), valuesOf(records)];
  const may = new Set([...wanted, ...valuesOf(optional).map(merge)]);
  const named = `${column.name} among records for which ${describeRequest(request)}`;
  note(clauses.groups);
  const twice = found.find((value, index) => found.indexOf(value) !== index);
  if (twice !== undefined)
    return {
      clause: clauses.groups,
      expected: `one record for each ${named}`,
      actual: `${JSON.stringify(twice)} on several`,
    };
  const foreign = found.find((value) => !may.has(merge(value)));
  if (foreign !== undefined)
    return { clause: clauses.groups, expected: `values of ${named}`, actual: `also ${JSON.stringify(foreign)}` };
  // Nulls and empty text may make groups of their own.
  const least = Math.max(0, Math.min(size - 2, wanted.size - start - 2));
  const whole = start === 0 && wanted.size + 2 <= Math.min(size, JUDGED);
  // Values that the column may take for one are one group or several.
  const count = whole ? new Set(found.map(merge)).size : found.length;
  if (count < (whole ? wanted.size : Math.min(least, JUDGED)))
    return {
      clause: clauses.groups,
      expected: `${wanted.size} distinct values of ${named}`,
      actual: String(count),
    };
  return undefined;
}

interface Clauses {
  readonly window: ClauseId;
  readonly records: ClauseId;
  readonly total: ClauseId;
  readonly order: ClauseId;
  readonly groups: ClauseId;
}

/** The clause of each condition of a question: that of the route, of filters with other parameters, or its own. */
function clausesFor(request: ProductsRequest): Clauses {
  const { route = 'v2', limit, offset, orderBy, groupBy } = request;
  // A mode alone filters nothing.
  const filter = request.filter?.groups.length === 0 ? undefined : request.filter;
  if (typeof route === 'object') {
    const records = !isUnknown(route) && route.value.includes(',') ? 'EXP-ROUTE-4' : 'EXP-ROUTE-3';
    return { window: 'EXP-ROUTE-5', records, total: 'EXP-ROUTE-5', order: 'EXP-ROUTE-5', groups: 'EXP-ROUTE-5' };
  }
  const alone = filter === undefined ? 'EXP-LIST-6' : clauseOfFilter(filter);
  if (route === 'legacy') {
    const all = 'EXP-ROUTE-7';
    const bare = filter === undefined && limit === undefined && offset === undefined && orderBy === undefined;
    return {
      window: all,
      records: bare && groupBy === undefined ? 'EXP-ROUTE-2' : all,
      total: all,
      order: all,
      groups: all,
    };
  }
  if (filter !== undefined) {
    const all = 'EXP-FILT-12';
    const bare = limit === undefined && offset === undefined && orderBy === undefined && groupBy === undefined;
    return { window: all, records: alone, total: bare ? alone : all, order: all, groups: all };
  }
  const window = limit === undefined && offset === undefined ? 'EXP-LIST-5' : 'EXP-LIST-6';
  return { window, records: 'EXP-LIST-6', total: 'EXP-LIST-7', order: 'EXP-SORT-1', groups: 'EXP-GROUP-1' };
}

const OPERATOR_CLAUSES: Readonly<Record<Operator, ClauseId>> = {
  '=': 'EXP-FILT-1',
  '!=': 'EXP-FILT-1',
  '>': 'EXP-FILT-2',
  '<': 'EXP-FILT-2',
  '>=': 'EXP-FILT-2',
  '<=': 'EXP-FILT-2',
  LIKE: 'EXP-FILT-3',
  'NOT LIKE': 'EXP-FILT-3',
  ILIKE: 'EXP-FILT-5',
  'NOT ILIKE': 'EXP-FILT-5',
  IN: 'EXP-FILT-6',
  'NOT IN': 'EXP-FILT-6',
  IS: 'EXP-FILT-8',
  'IS NOT': 'EXP-FILT-8',
  BETWEEN: 'EXP-FILT-7',
  'NOT BETWEEN': 'EXP-FILT-7',
};

function clauseOfFilter({ groups }: Filter): ClauseId {
  const [first] = groups;
  const [criterion, second] = first?.criteria ?? [];
  if (groups.length === 1)
    return second === undefined && criterion !== undefined ? OPERATOR_CLAUSES[criterion.operator] : 'EXP-FILT-9';
  return groups.every(({ criteria }) => criteria.length === 1) ? 'EXP-FILT-10' : 'EXP-FILT-11';
}

const columnsIn = ({ filter, orderBy }: ProductsRequest): readonly string[] => [
  ...new Set([
    ...(filter?.groups.flatMap(({ criteria }) => criteria.map(({ column }) => column)) ?? []),
    ...(orderBy === undefined ? [] : [orderBy]),
  ]),
];

/** A question in words: its filter or path, its order, groups and window. */
function describeRequest({ route = 'v2', filter, orderBy, groupBy, limit, offset }: ProductsRequest): string {
  const parts = [
    ...(typeof route === 'object' && !isUnknown(route) ? [`${route.column} is ${route.value}`] : []),
    ...(filter === undefined ? [] : [describeFilter(filter)]),
    ...Object.entries({ orderBy, groupBy, limit, offset }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    ),
  ];
  return parts.length === 0 ? 'all is asked' : parts.join(', ');
}
