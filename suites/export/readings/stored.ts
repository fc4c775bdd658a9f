/** Values that are stored otherwise than they are served: 0 that is served as null, and the reverse. */

import type { Criterion, Scalar } from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  isUnknown,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { criterionEvaluator } from '../model/oracle/criterion.js';
import type { ListOfRecords } from './list.js';
import { columnOf, cut, selectedFrom, sortedBy } from './lists.js';
import { comparedAsTexts } from './orders.js';
import { criteriaOf, type ExportReading, hasFilter } from './reading.js';

function namesColumn(question: ProductsQuestion, isAbout: (name: string) => boolean): boolean {
  const { route, orderBy, groupBy } = question;
  const ofPath = typeof route === 'object' && !isUnknown(route) ? route.column : undefined;
  return (
    criteriaOf(question).some(({ column }) => isAbout(column)) ||
    [ofPath, orderBy, groupBy].some((name) => name !== undefined && isAbout(name))
  );
}

/** What the criterion does to null and to the value. It is open, where these differ. */
function isOpenFor(criterion: Criterion, value: Scalar, known: Known): 'open' | undefined {
  const column = known.survey.columns.get(criterion.column);
  if (column === undefined) return undefined;
  const evaluator = criterionEvaluator(criterion, column, known.comparisonRules);
  return evaluator(null) === evaluator(value) ? undefined : 'open';
}

/**
 * A list in the order of the column. Values that may be stored otherwise than they are served may
 * stand anywhere.
 */
function orderedBy(
  { name }: Column,
  isUncertain: (cell: unknown) => boolean,
  question: ProductsQuestion,
  known: Known,
): ListOfRecords | undefined {
  const selected = hasFilter(question)
    ? undefined
    : selectedFrom(known.survey.records, question, known);
  if (selected === undefined) return undefined;
  const size = cut(selected, question, known).length;
  return {
    records: selected,
    fits: (returned) => {
      const cells = returned.map((record) => cellValue(record, name) ?? null);
      const certain = cells.filter((cell) => cell !== null && !isUncertain(cell));

      const isAscending = certain.every((cell, at) => {
        const before = certain[at - 1] ?? cell;
        return typeof cell === 'number' && typeof before === 'number'
          ? cell >= before
          : cell === before;
      });
      return returned.length === size && isAscending;
    },
  };
}

/** The group of null may be served as a second group of 0. */
function groupsWithTwoZeros(
  { name }: Column,
  question: ProductsQuestion,
  known: Known,
): ListOfRecords | undefined {
  const selected = hasFilter(question)
    ? undefined
    : selectedFrom(known.survey.records, question, known);
  if (selected === undefined || (question.offset ?? 0) !== 0) return undefined;
  const keysOf = (records: readonly ProductRecord[]) =>
    records.map((record) => cellValue(record, name) ?? null);
  const all = new Set(keysOf(selected));
  // Which groups a page contains is only known if it contains all.
  if (Number(question.limit ?? DEFAULT_LIMIT) <= all.size) return undefined;
  return {
    records: selected,
    fits: (returned) => {
      const keys = keysOf(returned);
      const more = keys.length - all.size;
      const zeros = keys.filter((key) => key === 0).length;
      return new Set(keys).size === all.size && (more === 0 || (more === 1 && zeros === 2));
    },
  };
}

const isNumeric = (name: string, { survey }: Known): boolean =>
  survey.columns.get(name)?.kind === 'number';

const STORED_OTHERWISE = {
  also: ['EXP-FILT-6', 'EXP-FILT-7', 'EXP-FILT-8', 'EXP-FILT-17', 'EXP-FILT-18', 'EXP-SORT-1'],
  requires: 'a value must be served as it is stored',
  opens: true,
} as const;

/**
 * Whether two operators, or an operator and an order or groups, are wrong on such columns. A
 * mistake of one operator, or of the path, is another one.
 */
function isShownByTwo(
  violated: readonly Exchange[],
  isAbout: (name: string) => boolean,
  known: Known,
): boolean {
  const wrong = violated.filter(
    ({ question: { route, ...rest }, compare }) =>
      typeof route !== 'object' &&
      namesColumn(rest, isAbout) &&
      compare(known).deviation !== undefined,
  );
  const ways = wrong.flatMap(({ question }) => [
    ...criteriaOf(question).flatMap(({ column, operator }) => (isAbout(column) ? [operator] : [])),
    ...(isAbout(question.orderBy ?? '') ? ['orderBy'] : []),
    ...(isAbout(question.groupBy ?? '') ? ['groupBy'] : []),
  ]);
  return new Set(ways).size > 1;
}

/** A number 0 in the database, which a program takes for no value. */
function zeroAsNull(violated: readonly Exchange[], known: Known): readonly ExportReading[] {
  const isAbout = (name: string): boolean =>
    isNumeric(name, known) && (known.survey.columns.get(name)?.nulls ?? 0) > 0;
  if (!isShownByTwo(violated, isAbout, known)) return [];
  const reading: ExportReading = {
    ...STORED_OTHERWISE,
    id: 'stored.zero-as-null',
    clause: 'EXP-FILT-2',
    sentence: '0 is served as null: filters and orders find another value than the one that comes',
    touches: (question) => namesColumn(question, isAbout),
    insteadForNull: (criterion) =>
      isAbout(criterion.column) ? isOpenFor(criterion, 0, known) : undefined,
    list(question) {
      const column = columnOf(question.orderBy, known);
      if (column === undefined || !isAbout(column.name) || question.groupBy !== undefined)
        return undefined;
      return orderedBy(column, (cell) => cell === null, question, known);
    },
  };
  return [reading];
}

/** Null in the database, which a driver or a serializer turns into 0. */
function nullAsZero(violated: readonly Exchange[], known: Known): readonly ExportReading[] {
  const isAbout = (name: string): boolean =>
    isNumeric(name, known) && known.survey.columns.get(name)?.values.has(0) === true;
  if (!isShownByTwo(violated, isAbout, known)) return [];
  return [
    {
      ...STORED_OTHERWISE,
      id: 'stored.null-as-zero',
      clause: 'EXP-FILT-1',
      sentence:
        'null is served as 0: filters and orders find another value than the one that comes',
      touches: (question) => namesColumn(question, isAbout),
      instead: (criterion) =>
        isAbout(criterion.column)
          ? (cell) => (cell === 0 ? isOpenFor(criterion, 0, known) : undefined)
          : undefined,
      list(question) {
        const group = columnOf(question.groupBy, known);
        if (group !== undefined)
          return isAbout(group.name) ? groupsWithTwoZeros(group, question, known) : undefined;
        const column = columnOf(question.orderBy, known);
        if (column === undefined || !isAbout(column.name)) return undefined;
        return orderedBy(column, (cell) => cell === null || cell === 0, question, known);
      },
    },
  ];
}

/** How a text that consists of digits may be stored, if it is served as a number. */
const DIGITS: readonly ((cell: Scalar, longest: number) => string)[] = [
  String,
  (cell, longest) => String(cell).padStart(longest, '0'),
  (cell, longest) => String(cell).padStart(longest + 1, '0'),
];
const MOST_COLUMNS = 4;

/** Texts of digits, such as article numbers, that a serializer serves as numbers. */
function textsAsNumbers(violated: readonly Exchange[], known: Known): readonly ExportReading[] {
  const whole = [...known.survey.columns.values()].filter(
    ({ kind, name, values }) =>
      kind === 'number' &&
      [...values.keys()].every((value) => Number.isInteger(Number(value)) && Number(value) >= 0) &&
      violated.some(({ question }) => namesColumn(question, (other) => other === name)),
  );
  return whole.slice(0, MOST_COLUMNS).flatMap(({ name, values }) => {
    const longest = Math.max(...[...values.keys()].map((value) => String(value).length));
    return DIGITS.map(
      (textOf, at): ExportReading => ({
        id: `stored.text-as-number.${name}.${at}`,
        mistake: `stored.text-as-number.${name}`,
        clause: 'EXP-FILT-2',
        also: ['EXP-FILT-1', 'EXP-FILT-6', 'EXP-FILT-7', 'EXP-SORT-1', 'EXP-ROUTE-3'],
        sentence: `\`${name}\` is compared and sorted as text, although its values are served as numbers`,
        requires: 'numbers must be compared by their value',
        touches: (question) => namesColumn(question, (other) => other === name),
        instead: (criterion) =>
          criterion.column === name
            ? comparedAsTexts(criterion, (cell) => textOf(cell, longest))
            : undefined,
        list(question, facts) {
          const column = columnOf(question.orderBy, facts);
          if (column?.name !== name || hasFilter(question) || question.groupBy !== undefined)
            return undefined;
          const selected = selectedFrom(facts.survey.records, question, facts);
          if (selected === undefined || column.nulls + column.blanks > 0) return undefined;
          const by = sortedBy((value) => textOf(value, longest), column, 'last');
          return {
            records: cut(by.sort(selected), question, facts),
            ties: { keyOf: by.keyOf, among: selected },
          };
        },
      }),
    );
  });
}

export const storedReadings = (
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...zeroAsNull(violated, known),
  ...nullAsZero(violated, known),
  ...textsAsNumbers(violated, known),
];
