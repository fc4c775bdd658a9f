/** Mistakes in the list as a whole: its order, and the part of it that a page contains. */

import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords, unknownAmong } from '../model/expected-records.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { filterIn } from '../model/request.js';
import type { ListOfRecords } from './list.js';
import { type ExportReading, hasFilter, slug } from './reading.js';

type Records = readonly ProductRecord[];

/**
 * Those of the records that the request selects, in the same order. Undefined if they are not
 * certain.
 */
export function selectedFrom(
  records: Records,
  question: ProductsQuestion,
  known: Known,
): Records | undefined {
  const { survey, comparisonRules } = known;
  const { complete, changes } = survey;
  if (!complete || changes !== undefined || question.destination !== undefined) return undefined;
  // It is open how the value in a path and filters are combined.
  if (typeof question.route === 'object' && question.filter !== undefined) return undefined;
  const filter = filterIn(question, known);
  if (filter === undefined) return records;
  const { required, optional } = expectedRecords(filter, survey, comparisonRules);
  if (optional.length > 0) return undefined;
  const all = new Set(required);
  return records.filter((record) => all.has(record));
}

/** The column that a value of `orderBy` or `groupBy` names. */
export const columnOf = (
  name: string | undefined,
  { survey, orderBy }: Known,
): Column | undefined =>
  name === undefined
    ? undefined
    : [...survey.columns.values()].find((one) => orderBy(one) === name || one.name === name);

/**
 * The part of a list that a request asks for. The limit is at most the size of the largest page
 * that was seen, because a server may cut larger pages.
 */
export const windowOf = ({ limit, offset }: ProductsQuestion, { survey }: Known) => ({
  limit: Math.min(Number(limit ?? DEFAULT_LIMIT), survey.pageSize),
  offset: Number(offset ?? 0),
});

/** The page that the request asks for, cut from a list. */
export function cut(records: Records, question: ProductsQuestion, known: Known): Records {
  const { limit, offset } = windowOf(question, known);
  return records.slice(offset, offset + limit);
}

type KeyOf = (value: string | number) => string | number;

/**
 * Sorts by a key of the values, and leaves records with the same key in their usual order. An empty
 * text counts as null.
 */
export function sortedBy(keyOf: KeyOf, { name }: Column, nulls: 'first' | 'last') {
  const keyOfRecord = (record: ProductRecord): string | number | null => {
    const value = cellValue(record, name) ?? null;
    return value === null || value === '' ? null : keyOf(value);
  };
  const compare = (a: string | number | null, b: string | number | null): number => {
    if (a === null || b === null)
      return (Number(a === null) - Number(b === null)) * (nulls === 'first' ? -1 : 1);
    return Number(a > b) - Number(a < b);
  };
  return {
    keyOf: keyOfRecord,
    sort: (records: Records): Records =>
      records
        .map((record) => ({ record, key: keyOfRecord(record) }))
        .sort((a, b) => compare(a.key, b.key))
        .map(({ record }) => record),
  };
}

interface WrongOrder {
  readonly id: string;
  /** Default: `id`. */
  readonly mistake?: string;
  readonly sentence: string;
  readonly isAbout: (column: Column) => boolean;
  /** Default: by the key alone. */
  readonly sort?: (records: Records, by: ReturnType<typeof sortedBy>) => Records;
  /** Default: the value. */
  readonly keyOf?: KeyOf;
  /** The only value of `orderBy` with which the mistake is made. Default: any. */
  readonly orderBy?: string;
}

/** A mistake in the order of the records that the request selects. */
const wrongOrder = ({
  id,
  mistake = id,
  orderBy: only,
  sentence,
  isAbout,
  sort = (records, by) => by.sort(records),
  keyOf = (value) => value,
}: WrongOrder): readonly ExportReading[] =>
  (['first', 'last'] as const).map((nulls) => ({
    id: `orders.${id}.nulls-${nulls}`,
    mistake: `orders.${mistake}`,
    clause: 'EXP-SORT-1',
    sentence: `\`orderBy\` ${sentence}`,
    touches: ({ orderBy, groupBy }) =>
      orderBy !== undefined && groupBy === undefined && (only === undefined || orderBy === only),
    list(question, known) {
      const column = columnOf(question.orderBy, known);
      const selected = selectedFrom(known.survey.records, question, known);
      if (column === undefined || selected === undefined || !isAbout(column)) return undefined;
      const by = sortedBy(keyOf, column, nulls);
      return {
        records: cut(sort(selected, by), question, known),
        ties: { keyOf: by.keyOf, among: selected },
      };
    },
  }));

const isNumber = ({ kind }: Column): boolean => kind === 'number';
const isText = ({ kind }: Column): boolean => kind === 'text';

const orders: readonly ExportReading[] = [
  {
    id: 'as-text',
    sentence: 'sorts numbers as text',
    isAbout: isNumber,
    keyOf: String,
  },
  {
    id: 'by-magnitude',
    sentence: 'ignores the sign of numbers',
    isAbout: isNumber,
    keyOf: (value: string | number) => Math.abs(Number(value)),
  },
  {
    id: 'as-integers',
    sentence: 'cuts numbers to integers',
    isAbout: isNumber,
    keyOf: (value: string | number) => Math.trunc(Number(value)),
  },
  {
    id: 'descending',
    sentence: 'sorts in descending order',
    isAbout: isNumber,
    sort: (records: Records, { sort }: ReturnType<typeof sortedBy>) => [...sort(records)].reverse(),
  },
  {
    id: 'first-letter',
    sentence: 'compares only the first letter of texts',
    isAbout: isText,
    keyOf: (value: string | number) => String(value).slice(0, 1).toLowerCase(),
  },
  {
    id: 'by-length',
    sentence: 'sorts texts by their length',
    isAbout: isText,
    keyOf: (value: string | number) => String(value).length,
  },
  ...[20, 50, 100].map((most) => ({
    id: `first-${most}`,
    sentence: `sorts only the first ${most} records`,
    isAbout: isNumber,
    sort: (records: Records, { sort }: ReturnType<typeof sortedBy>) => [
      ...sort(records.slice(0, most)),
      ...records.slice(most),
    ],
  })),
].flatMap(wrongOrder);

/**
 * The most columns that get readings of their own. If more are ordered wrongly, the mistake hardly
 * depends on the column.
 */
const MOST_COLUMNS = 4;

/** How a database writes the numbers of a column, if it sorts them as text. */
const TEXTS: Readonly<Record<string, KeyOf>> = {
  'as-served': String,
  'with-two-decimals': (value) => Number(value).toFixed(2),
  'with-three-decimals': (value) => Number(value).toFixed(3),
};

/** The columns of wrong orders. */
const orderedColumns = (violated: readonly Exchange[]): readonly string[] =>
  [...new Set(violated.flatMap(({ question: { orderBy } }) => orderBy ?? []))].slice(
    0,
    MOST_COLUMNS,
  );

/**
 * Numbers of one column that are sorted as text, for example because the statement selects them as
 * text under the name of the column.
 */
const columnsAsText = (violated: readonly Exchange[]): readonly ExportReading[] =>
  orderedColumns(violated).flatMap((orderBy) =>
    Object.entries(TEXTS).flatMap(([form, keyOf]) =>
      wrongOrder({
        id: `as-text.${form}.by-${slug(orderBy)}`,
        mistake: 'as-text',
        sentence: `sorts the numbers of ${orderBy} as text`,
        isAbout: isNumber,
        keyOf,
        orderBy,
      }),
    ),
  );

/** Nulls stand at one end of the first page, and at the other end of later pages. */
const movedNulls: readonly ExportReading[] = (['first', 'last'] as const).map((nulls) => ({
  id: `orders.moved-nulls.${nulls}-on-the-first-page`,
  clause: 'EXP-SORT-1',
  sentence: `\`orderBy\` puts nulls ${nulls} if \`offset\` is 0, and ${nulls === 'first' ? 'last' : 'first'} otherwise`,
  touches: ({ orderBy, groupBy }) => orderBy !== undefined && groupBy === undefined,
  list(question, known) {
    const column = columnOf(question.orderBy, known);
    const selected = selectedFrom(known.survey.records, question, known);
    if (column === undefined || selected === undefined) return undefined;
    if (!isNumber(column) || column.nulls === 0) return undefined;
    const isFirstPage = windowOf(question, known).offset === 0;
    const by = sortedBy(
      (value) => value,
      column,
      isFirstPage === (nulls === 'first') ? 'first' : 'last',
    );
    return {
      records: cut(by.sort(selected), question, known),
      ties: { keyOf: by.keyOf, among: selected },
    };
  },
}));

/** Records without a value are lost, as by an inner join with another table that has the column. */
const withoutNulls = (only?: string): ExportReading => ({
  id: `orders.without-nulls${only === undefined ? '' : `.by-${slug(only)}`}`,
  mistake: 'orders.without-nulls',
  clause: 'EXP-SORT-1',
  also: ['EXP-LIST-6', 'EXP-FILT-12', 'EXP-ROUTE-5'],
  sentence: `\`orderBy${only === undefined ? '' : `=${only}`}\` leaves out the records without a value in its column`,
  touches: ({ orderBy, groupBy }) =>
    orderBy !== undefined && groupBy === undefined && (only === undefined || orderBy === only),
  list(question, known) {
    const column = columnOf(question.orderBy, known);
    const selected = selectedFrom(known.survey.records, question, known);
    if (column === undefined || selected === undefined) return undefined;
    const hasValue = (record: ProductRecord) => (cellValue(record, column.name) ?? null) !== null;
    const kept = selected.filter(hasValue);
    if (kept.length === selected.length) return undefined;
    const size = cut(kept, question, known).length;
    return {
      records: kept,
      // The right order of texts is not certain, so the order is not compared.
      fits: (returned) =>
        returned.length === size && unknownAmong(returned, kept, known.survey).length === 0,
      isTotalOpen: true,
    };
  },
});

/** A page is cut from the ordered list, and then reversed. */
const turnedPages: readonly ExportReading[] = (['first', 'last'] as const).map((nulls) => ({
  id: `orders.turned-pages.nulls-${nulls}`,
  mistake: 'orders.turned-pages',
  clause: 'EXP-SORT-1',
  sentence: 'the records of each page are in reverse order together with `orderBy`',
  touches: ({ orderBy, groupBy }) => orderBy !== undefined && groupBy === undefined,
  list(question, known) {
    const column = columnOf(question.orderBy, known);
    const selected = selectedFrom(known.survey.records, question, known);
    if (column === undefined || selected === undefined || !isNumber(column)) return undefined;
    const by = sortedBy((value) => value, column, nulls);
    return {
      records: [...cut(by.sort(selected), question, known)].reverse(),
      ties: { keyOf: by.keyOf, among: selected },
    };
  },
}));

/** Makes a mistake: the page is cut from the list first, and then filtered or grouped. */
const earlyWindow = (
  id: string,
  words: string,
  touches: ExportReading['touches'],
): ExportReading => ({
  id: `windows.before-${id}`,
  mistake: 'windows.early',
  clause: 'EXP-LIST-6',
  sentence: `\`limit\` and \`offset\` are applied before ${words}`,
  touches,
  list(question, known): ListOfRecords | undefined {
    // The value in a path selects the list, from which the page is then cut.
    const list = selectedFrom(known.survey.records, { ...question, filter: undefined }, known);
    const selected = list && selectedFrom(cut(list, question, known), question, known);
    if (selected === undefined) return undefined;
    const column = columnOf(question.groupBy, known);
    if (question.groupBy === undefined)
      return { records: selected, isUnordered: question.orderBy !== undefined, isTotalOpen: true };
    if (column === undefined) return undefined;
    const keyOf = (record: ProductRecord) => cellValue(record, column.name) ?? null;
    const groups = new Map(selected.map((record) => [keyOf(record), record]));
    return {
      records: [...groups.values()],
      isUnordered: true,
      ties: { keyOf, among: selected },
    };
  },
});

const early: readonly ExportReading[] = [
  earlyWindow(
    'filters',
    'filters',
    (question) => hasFilter(question) && (question.groupBy ?? question.orderBy) === undefined,
  ),
  {
    id: 'windows.before-orders',
    mistake: 'windows.early',
    clause: 'EXP-SORT-1',
    sentence: '`limit` and `offset` are applied before `orderBy`',
    touches: ({ orderBy, groupBy }) => orderBy !== undefined && groupBy === undefined,
    list(question, known) {
      const selected = selectedFrom(known.survey.records, question, known);
      return selected && { records: cut(selected, question, known), isUnordered: true };
    },
  },
  earlyWindow(
    'groups',
    '`groupBy`',
    (question) =>
      question.groupBy !== undefined && question.orderBy === undefined && !hasFilter(question),
  ),
  earlyWindow(
    'everything',
    'filters, `orderBy` and `groupBy`',
    (question) => hasFilter(question) || (question.groupBy ?? question.orderBy) !== undefined,
  ),
];

/** The right list of a request without groups, if its order is certain. */
function rightList(question: ProductsQuestion, known: Known): Records | undefined {
  const selected = selectedFrom(known.survey.records, question, known);
  if (selected === undefined || question.orderBy === undefined) return selected;
  const column = columnOf(question.orderBy, known);
  if (column === undefined || !isNumber(column) || column.nulls + column.blanks > 0)
    return undefined;
  const isUnique = column.values.size === known.survey.records.length;
  return isUnique ? sortedBy((value) => value, column, 'last').sort(selected) : undefined;
}

type Window = ReturnType<typeof windowOf>;

/** Makes a mistake in the choice of the records that a page contains. */
const wrongPage = (
  id: string,
  sentence: string,
  clause: string,
  pageOf: (list: Records, window: Window) => Records,
): ExportReading => ({
  id: `pages.${id}`,
  clause,
  sentence,
  touches: ({ groupBy }) => groupBy === undefined,
  list(question, known) {
    const list = rightList(question, known);
    return list && { records: pageOf(list, windowOf(question, known)) };
  },
});

const slice = (list: Records, { limit, offset }: Window): Records =>
  list.slice(offset, offset + limit);

/** A later page whose first record is another one. */
const withFirst =
  (first: (list: Records, window: Window) => ProductRecord | undefined) =>
  (list: Records, window: Window): Records => {
    const page = slice(list, window);
    const other = first(list, window);
    return window.offset === 0 || page.length === 0 || other === undefined
      ? page
      : [other, ...page.slice(1)];
  };

const pages: readonly ExportReading[] = [
  wrongPage(
    'last-record-lost',
    'the last record of the list is never returned',
    'EXP-LIST-6',
    (list, window) => slice(list.length > 1 ? list.slice(0, -1) : list, window),
  ),
  wrongPage(
    'first-record-lost',
    'the first record of the list is never returned',
    'EXP-LIST-6',
    (list, window) => slice(list.slice(1), window),
  ),
  wrongPage(
    'last-page-lost',
    'the last page is empty if it is not full',
    'EXP-LIST-6',
    (list, window) =>
      window.offset > 0 && window.offset + window.limit > list.length ? [] : slice(list, window),
  ),
  wrongPage(
    'limit-is-the-end',
    '`limit` is taken for the position of the last record',
    'EXP-LIST-6',
    (list, { limit, offset }) => list.slice(offset, Math.max(offset, limit)),
  ),
  wrongPage(
    'reversed',
    'the records of each page are in reverse order',
    'EXP-LIST-8',
    (list, window) => [...slice(list, window)].reverse(),
  ),
  wrongPage('reversed-list', 'the list is in reverse order', 'EXP-LIST-8', (list, window) =>
    slice([...list].reverse(), window),
  ),
  wrongPage(
    'border-repeated',
    'a later page begins with the last record of the page before',
    'EXP-LIST-8',
    withFirst((list, { offset }) => list[offset - 1]),
  ),
  wrongPage(
    'first-record-repeated',
    'every page begins with the first record of the list',
    'EXP-LIST-8',
    withFirst(([first]) => first),
  ),
];

export const listReadings = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...orders,
  ...columnsAsText(violated),
  ...movedNulls,
  withoutNulls(),
  ...orderedColumns(violated).map(withoutNulls),
  ...turnedPages,
  ...early,
  ...pages,
];
