/** Chooses columns for which a wrong order or grouping is visible. */

import { memoizedByObject } from '../../../src/memoized.js';
import { fitColumns } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { type Column, hasOnlyDates, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { mapEntries, NUMBER_REDUCTIONS } from './comparison-readings.js';
import { chooseQuestions } from './fewest-questions.js';

type Value = number | string;
type Reduce = (value: Value) => Value;

const ofNumbers =
  (change: (value: number) => number): Reduce =>
  (value) =>
    typeof value === 'number' ? change(value) : value;
const ofTexts =
  (change: (value: string) => string): Reduce =>
  (value) =>
    typeof value === 'number' ? value : change(value);

const NUMBERS = mapEntries(NUMBER_REDUCTIONS, ofNumbers);

/**
 * Orders that faulty servers produce for numbers and ISO 8601 dates: each is the order of the
 * reduced values.
 */
const wrongOrders: Readonly<Record<string, Reduce>> = {
  ...NUMBERS,
  'as text': String,
  'with the day first': ofTexts((value) => value.slice(0, 10).split('-').reverse().join('')),
};

/** Returns up to `most` columns that together detect as many wrong orders as possible. */
export function discriminatingOrders(columns: readonly Column[], most: number): readonly Column[] {
  // A wrong order is visible if two values are swapped, or are treated as equal.
  const wrong = Object.values(wrongOrders).map(
    (reduce) => (column: Column) =>
      sortedValues(column).some(
        (value, at, sorted) => at > 0 && reduce(value) <= reduce(sorted[at - 1] ?? value),
      ),
  );
  return chooseQuestions(columns, wrong, most);
}

const MAX_VALUES = 1000;

/** The values in ascending order, or an empty list if two servers may order them differently. */
const sortedValues = memoizedByObject((column: Column): readonly Value[] => {
  if (column.kind === 'number') return sortedNumbers(column).slice(0, MAX_VALUES);
  return hasOnlyDates(column) ? textsOf(column).toSorted().slice(0, MAX_VALUES) : [];
});

/** Groupings that faulty servers produce: values with the same reduced value form one group. */
export const wrongGroups: Readonly<Record<string, Reduce>> = {
  ...Object.fromEntries(
    Object.entries(NUMBERS).map(([name, reduce]) => [`compares numbers ${name}`, reduce]),
  ),
  'groups by the first letter': ofTexts((value) => [...value][0] ?? ''),
  'groups by the first letter in any case': ofTexts((value) => ([...value][0] ?? '').toLowerCase()),
  'groups numbers by their last digits': ofNumbers((value) => value % 1000),
  'groups dates by the year': ofTexts((value) => value.replace(/^(\d{4})-\d{2}-\d{2}.*/, '$1')),
  'groups by the first twenty characters': (value) => String(value).slice(0, 20),
  'groups by the first ten characters': (value) => String(value).slice(0, 10),
  'groups by the first four characters': (value) => String(value).slice(0, 4),
  'ignores the case of letters beyond ASCII': ofTexts((value) =>
    value.replace(/[^\x20-\x7e]/gu, (letter) => letter.toLowerCase()),
  ),
  'trims blanks': ofTexts((value) => value.trim()),
  'ignores case': ofTexts((value) => value.toLowerCase()),
  'puts all records into one group': () => '',
};

/** Whether two of the values have the same reduced value. */
function joinsValues(values: Iterable<Value>, reduce: Reduce): boolean {
  const reduced = new Set<Value>();
  for (const value of values) {
    const count = reduced.size;
    if (reduced.add(reduce(value)).size === count) return true;
  }
  return false;
}

const findWrongGroups = Object.values(wrongGroups).map(
  (reduce) =>
    ({ values }: Column) =>
      joinsValues(values.keys(), reduce),
);

/** Columns that detect wrong groupings; columns with about eight values are preferred. */
export const groupable = memoizedByObject((survey: Survey): readonly Column[] => {
  const dates = [...survey.columns.values()].filter(
    (column) => hasOnlyDates(column) && column.values.size > 1,
  );
  const columns = [...fitColumns(survey, 'text'), ...fitColumns(survey, 'number'), ...dates];
  const repeated = columns.filter(({ values }) => values.size < survey.total);
  const sorted = repeated.toSorted(
    (a, b) => Math.abs(a.values.size - 8) - Math.abs(b.values.size - 8),
  );
  const wrong = [
    ...findWrongGroups,
    // A faulty server may leave out groups of a single record.
    ({ values }: Column) => [...values.values()].includes(1),
  ];
  const chosen = chooseQuestions(sorted, wrong, 6);
  return chosen.length > 0 ? chosen : sorted.slice(0, 1);
});

/**
 * Returns at most one column whose texts are all different. It shows a wrong grouping that joins
 * some of them and that no column of `groupable` shows.
 */
export const groupableTexts = memoizedByObject((survey: Survey): readonly Column[] => {
  const others = groupable(survey);
  const unseen = findWrongGroups.filter((differs) => !others.some(differs));
  const unique = fitColumns(survey, 'text').filter(({ values }) => values.size === survey.total);
  return chooseQuestions(unique, unseen, 1);
});
