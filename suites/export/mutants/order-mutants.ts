import { type Column, holdsDays, sortedNumbers, textsOf } from '../oracle/column.js';
import { chooseQuestions } from './fewest-questions.js';

type Value = number | string;

/** What a faulty server might order a column by: numbers, and dates of ISO 8601. */
const orderMutants: Readonly<Record<string, (value: Value) => Value>> = {
  'as text': String,
  'without their sign': onNumbers(Math.abs),
  'in 32 bits': onNumbers((value) => (Number.isInteger(value) ? value | 0 : value)),
  'as whole numbers': onNumbers(Math.trunc),
  'with the day first': (value) =>
    typeof value === 'number' ? value : value.slice(0, 10).split('-').reverse().join(''),
};

function onNumbers(change: (value: number) => number): (value: Value) => Value {
  return (value) => (typeof value === 'number' ? change(value) : value);
}

/** The columns that show the most wrong orders, the fewest of them; each shows one that those before do not. */
export const discriminatingOrders = (columns: readonly Column[], most: number): readonly Column[] => {
  const candidates = columns.map((column) => ({ column, sorted: sortedValues(column) }));
  const wrong = Object.values(orderMutants).map(
    (key) =>
      ({ sorted }: (typeof candidates)[number]) =>
        isOutOfOrder(sorted, key),
  );
  return chooseQuestions(candidates, wrong, most).map(({ column }) => column);
};

/** Values of a column that its order is tried on. */
const SAMPLE = 1000;

/** Values whose order is the same everywhere; none of a column that has none such. */
function sortedValues(column: Column): readonly Value[] {
  if (column.kind === 'number') return sortedNumbers(column).slice(0, SAMPLE);
  return holdsDays(column) ? [...textsOf(column)].sort().slice(0, SAMPLE) : [];
}

/** Whether two values change places, or fall together and so may stand in any order. */
const isOutOfOrder = (sorted: readonly Value[], key: (value: Value) => Value): boolean =>
  sorted.some((value, index) => {
    const next = sorted[index + 1];
    return next !== undefined && key(next) <= key(value);
  });
