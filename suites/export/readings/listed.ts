/** Readings of the values of a list. */

import {
  type Criterion,
  criteriaOf,
  isNegation,
  takes,
} from '../../../src/protocol/export/filter.js';
import type { Exchange } from '../model/exchange.js';
import { cellValue } from '../model/oracle/column.js';
import { type ExportReading, onEachCriterion, onFilter, valuesOf } from './reading.js';

/** Values of lists that are joined with commas, and split again. */
const splitLists: readonly ExportReading[] = [
  { id: 'split', name: '', part: (text: string) => text },
  { id: 'split-and-trimmed', name: ' and trimmed', part: (text: string) => text.trim() },
].map(({ id, name, part }) => {
  const split = (criterion: Criterion): Criterion => {
    if (!Array.isArray(criterion.value)) return criterion;
    const value = criterion.value.flatMap((one) =>
      typeof one === 'string' ? one.split(',').map(part) : one,
    );
    return JSON.stringify(value) === JSON.stringify(criterion.value)
      ? criterion
      : { ...criterion, value };
  };
  return {
    id: `operators.lists.${id}`,
    // Whether the parts are trimmed shows only in parts with a blank at an end.
    mistake: 'operators.lists.split',
    clause: 'EXP-FILT-6',
    sentence: `the values of a list are split at commas${name}`,
    touches: (question) => criteriaOf(question).some((one) => split(one) !== one),
    question: onEachCriterion(split),
  };
});

/**
 * Limits of common parsers: a longer list is read as something else, or cut. If the largest index is
 * 20, a list has 21 values.
 */
const LIST_SIZES = [10, 20, 21, 50, 100] as const;
/** Other mistakes explain shorter lists. */
const LEAST_SIZE = 4;
/** The number of further sizes that are tried. */
const MOST_SIZES = 5;

/**
 * The usual sizes, and those that wrong responses show: the place of the last value in the list for
 * which a record came. The most frequent places come first.
 */
function sizesIn(violated: readonly Exchange[]): readonly number[] {
  const times = new Map<number, number>();
  for (const { question, page } of violated)
    for (const criterion of criteriaOf(question)) {
      if (criterion.operator !== 'IN' || page === undefined) continue;
      const values = valuesOf(criterion).map(String);
      const came = new Set(page.records.map((one) => String(cellValue(one, criterion.column))));
      const size = 1 + values.findLastIndex((value) => came.has(value));
      if (size >= LEAST_SIZE && size < values.length) times.set(size, (times.get(size) ?? 0) + 1);
    }
  const shown = [...times].toSorted(([, a], [, b]) => b - a).slice(0, MOST_SIZES);
  return [...new Set([...LIST_SIZES, ...shown.map(([size]) => size)])];
}

/** Lists with more values than a parser of query strings takes. */
const longerThan = (most: number): readonly ExportReading[] => {
  const isLong = ({ operator, value }: Criterion): boolean =>
    takes(operator, 'list') && Array.isArray(value) && value.length > most;
  const touches: ExportReading['touches'] = (question) => criteriaOf(question).some(isLong);
  return [
    {
      id: `operators.lists.longer-than-${most}.match-nothing`,
      clause: 'EXP-FILT-6',
      sentence: `a list of more than ${most} values matches nothing, and its negation everything`,
      touches,
      instead: (criterion) =>
        isLong(criterion) ? () => isNegation(criterion.operator) : undefined,
    },
    {
      id: `operators.lists.longer-than-${most}.cut`,
      clause: 'EXP-FILT-6',
      sentence: `a list is cut after ${most} values`,
      touches,
      question: onEachCriterion((criterion) =>
        isLong(criterion) ? { ...criterion, value: valuesOf(criterion).slice(0, most) } : criterion,
      ),
    },
    {
      id: `operators.lists.longer-than-${most}.ignored`,
      clause: 'EXP-FILT-6',
      sentence: `a criterion with a list of more than ${most} values is ignored`,
      touches,
      question: onEachCriterion((criterion) => (isLong(criterion) ? undefined : criterion)),
    },
  ];
};

/**
 * Libraries that cache statements fill a list up to a power of two, so that few statements differ.
 * If they fill it with NULL, `NOT IN` matches nothing, as in SQL.
 */
const isPadded = ({ operator, value }: Criterion): boolean =>
  operator === 'NOT IN' && Array.isArray(value) && !Number.isInteger(Math.log2(value.length));
const paddedLists: ExportReading = {
  id: 'operators.lists.padded-with-null',
  clause: 'EXP-FILT-6',
  also: ['EXP-FILT-16'],
  sentence:
    '`NOT IN` matches nothing if the number of values is no power of two: the list is filled with NULL',
  touches: (question) => criteriaOf(question).some(isPadded),
  instead: (criterion) => (isPadded(criterion) ? () => false : undefined),
};

/** Elements of a list that count as missing where a language takes 0 or false for no value. */
const lostZeros: readonly ExportReading[] = [
  { id: 'zero', words: '0', isLost: (value: string) => Number(value) === 0 && value.trim() !== '' },
  {
    id: 'falsy',
    words: '0, `false` or an empty text',
    isLost: (value: string) => Number(value) === 0 || value === 'false',
  },
].map(({ id, words, isLost }) => {
  const kept = (criterion: Criterion): Criterion => {
    if (!takes(criterion.operator, 'list')) return criterion;
    const value = valuesOf(criterion).filter((one) => !isLost(String(one)));
    return value.length === valuesOf(criterion).length ? criterion : { ...criterion, value };
  };
  return {
    id: `operators.lists.${id}-lost`,
    mistake: 'operators.lists.zero-lost',
    clause: 'EXP-FILT-6',
    also: ['EXP-FILT-1', 'EXP-FILT-16', 'EXP-FILT-17'],
    sentence: `${words} in a list is lost`,
    requires: '0 and an empty text are values like others',
    touches: (question) => criteriaOf(question).some(hasFalsy),
    question: onEachCriterion(kept),
  };
});

/** Whether a list has a value that one of these mistakes may lose. */
const hasFalsy = (criterion: Criterion): boolean =>
  takes(criterion.operator, 'list') &&
  valuesOf(criterion).some((one) => Number(one) === 0 || one === 'false');

/** A parser that reads only the first elements of every array: of groups, criteria and values. */
const arraysUpTo = (most: number): ExportReading => {
  const cut = (criterion: Criterion): Criterion =>
    Array.isArray(criterion.value)
      ? { ...criterion, value: valuesOf(criterion).slice(0, most) }
      : criterion;
  return {
    id: `operators.lists.arrays-up-to-${most}`,
    clause: 'EXP-FILT-9',
    also: ['EXP-FILT-6'],
    sentence: `only the first ${most} elements of an array in the query string are read: of groups, criteria and values`,
    touches: (question) =>
      [
        question.filter?.groups ?? [],
        ...(question.filter?.groups ?? []).map(({ criteria }) => criteria),
        ...criteriaOf(question).map(valuesOf),
      ].some(({ length }) => length > most),
    question: onFilter(({ mode, groups }) => ({
      mode,
      groups: groups
        .slice(0, most)
        .map((group) => ({ ...group, criteria: group.criteria.slice(0, most).map(cut) })),
    })),
  };
};

export function listedReadings(violated: readonly Exchange[]): readonly ExportReading[] {
  const sizes = sizesIn(violated);
  return [
    ...splitLists,
    ...sizes.flatMap(longerThan),
    paddedLists,
    ...lostZeros,
    ...sizes.map(arraysUpTo),
  ];
}
