/** Mistakes in the groups of `groupBy`: values that are joined, and groups that are missing. */

import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { groupOf, mergedBy } from '../model/oracle/groups.js';
import { wrongGroups } from '../wrong-readings/column-readings.js';
import { columnOf, cut, selectedFrom, windowOf } from './lists.js';
import { type ExportReading, hasFilter, slug } from './reading.js';

interface Grouped {
  readonly column: Column;
  /** The records that the request selects, in their usual order. */
  readonly selected: readonly ProductRecord[];
  /** The values of the column in the records that came, without null and blank texts. */
  readonly came: readonly (number | string)[];
  /** The name of a group, which is the same for values that the server may hold equal. */
  readonly nameOf: (value: unknown) => string | undefined;
  /** Whether the page has room for all groups. */
  readonly isAll: boolean;
}

/** Undefined if it is not certain which groups must come. */
function groupedBy({ question, page }: Exchange, known: Known): Grouped | undefined {
  const column = columnOf(question.groupBy, known);
  if (column === undefined || page === undefined) return undefined;
  const selected = selectedFrom(known.survey.records, question, known);
  if (selected === undefined) return undefined;
  const { limit, offset } = windowOf(question, known);
  // A page of another window shows nothing about the groups.
  if (page.meta !== undefined && page.meta.offset !== offset) return undefined;
  const merged = mergedBy(known.comparisonRules, column);
  const nameOf = (value: unknown): string | undefined => {
    const name = groupOf(value);
    return name === undefined ? undefined : merged(name);
  };
  return {
    column,
    selected,
    came: valuesIn(page.records, column),
    nameOf,
    isAll: offset === 0 && page.records.length < limit,
  };
}

/** Whether the value makes a group: null and blank texts may be grouped in several ways. */
const isNamed = (value: unknown): value is number | string =>
  (typeof value === 'number' || typeof value === 'string') && groupOf(value) !== undefined;

const valuesIn = (records: readonly ProductRecord[], { name }: Column) =>
  records.map((record) => cellValue(record, name)).filter(isNamed);

const namesOf = ({ nameOf }: Grouped, values: readonly unknown[]): readonly string[] =>
  values.flatMap((value) => nameOf(value) ?? []);

/**
 * A mistake that changes the groups of a whole list. `fits` tells whether the groups that came are
 * as it predicts, and is undefined if it changes none.
 */
const wrongly = (
  id: string,
  sentence: string,
  fits: (grouped: Grouped, right: ReadonlySet<string>) => boolean | undefined,
): ExportReading => ({
  id: `groups.${id}`,
  clause: 'EXP-GROUP-1',
  sentence: `\`groupBy\` ${sentence}`,
  touches: ({ groupBy }) => groupBy !== undefined,
  response(exchange, known) {
    const grouped = groupedBy(exchange, known);
    if (grouped === undefined || !grouped.isAll) return undefined;
    return fits(grouped, new Set(namesOf(grouped, valuesIn(grouped.selected, grouped.column))));
  },
});

const isSame = (one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

/** Values with the same reduced value are one group. */
const joined: readonly ExportReading[] = Object.entries(wrongGroups).map(([name, reduce]) =>
  wrongly(slug(name), name, ({ came, selected, column, nameOf }, right) => {
    const keyOf = (value: number | string) => nameOf(reduce(value)) ?? '';
    const expected = new Set(valuesIn(selected, column).map(keyOf));
    if (expected.size === right.size) return undefined;
    return came.length === expected.size && isSame(new Set(came.map(keyOf)), expected);
  }),
);

/** How many records have the value of each group. */
function sizesOf(grouped: Grouped): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const name of namesOf(grouped, valuesIn(grouped.selected, grouped.column)))
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return sizes;
}

const missing: readonly ExportReading[] = [
  wrongly('single-records-missing', 'leaves out groups of a single record', (grouped, right) => {
    const several = [...sizesOf(grouped)].flatMap(([name, size]) => (size > 1 ? [name] : []));
    if (several.length === right.size) return undefined;
    const came = namesOf(grouped, grouped.came);
    return came.length === several.length && isSame(new Set(came), new Set(several));
  }),
  wrongly('one-missing', 'leaves out one group', (grouped, right) => {
    const came = namesOf(grouped, grouped.came);
    const isOnce = new Set(came).size === came.length;
    return isOnce && came.length === right.size - 1 && came.every((name) => right.has(name));
  }),
];

/**
 * A record starts a group if it has another value than the record before it. Nulls that follow each
 * other may be one group, or one each.
 */
const runs: readonly ExportReading[] = [true, false].map((joinsNulls) => ({
  id: `groups.runs.${joinsNulls ? 'of-nulls-too' : 'without-nulls'}`,
  mistake: 'groups.runs',
  clause: 'EXP-GROUP-1',
  sentence: '`groupBy` joins equal values only where records with them follow each other',
  touches: ({ groupBy, orderBy }) => groupBy !== undefined && orderBy === undefined,
  list(question, known) {
    const column = columnOf(question.groupBy, known);
    const selected = selectedFrom(known.survey.records, question, known);
    if (column === undefined || selected === undefined) return undefined;
    const keyOf = (record: ProductRecord) => cellValue(record, column.name) ?? null;
    const starts = selected.filter((record, at) => {
      const [key, before] = [keyOf(record), selected[at - 1]];
      const isEqual = before !== undefined && key === keyOf(before);
      return !isEqual || (key === null && !joinsNulls);
    });
    // If equal values always follow each other, the mistake changes nothing.
    if (starts.length === new Set(selected.map(keyOf)).size) return undefined;
    return { records: cut(starts, question, known), ties: { keyOf, among: selected } };
  },
}));

/**
 * Groups that a filter leaves out, although records of them match it: the filter may be applied to
 * one record of each group alone.
 */
const lostByFilters: ExportReading = {
  id: 'groups.lost-by-filters',
  clause: 'EXP-FILT-12',
  also: ['EXP-GROUP-1', 'EXP-ROUTE-5', 'EXP-ROUTE-7'],
  sentence:
    '`groupBy` leaves out groups together with filters, or a value in the path, although records of them match',
  touches: (question) =>
    question.groupBy !== undefined && (hasFilter(question) || typeof question.route === 'object'),
  response(exchange, known) {
    const grouped = groupedBy(exchange, known);
    if (grouped === undefined) return undefined;
    const right = new Set(namesOf(grouped, valuesIn(grouped.selected, grouped.column)));
    const came = namesOf(grouped, grouped.came);
    const { limit, offset } = windowOf(exchange.question, known);
    const expected = Math.min(limit, Math.max(0, right.size - offset));
    if (came.length >= expected) return undefined;
    return new Set(came).size === came.length && came.every((name) => right.has(name));
  },
};

export const groupReadings: readonly ExportReading[] = [
  ...joined,
  ...missing,
  ...runs,
  lostByFilters,
];
