import { type Column, sortedNumbers } from '../oracle/column.js';
import { chooseQuestions } from './fewest-questions.js';

/** What a faulty server might order the numbers of a column by. */
const orderMutants: Readonly<Record<string, (value: number) => number | string>> = {
  'as text': String,
  'without their sign': Math.abs,
  'in 32 bits': (value) => (Number.isInteger(value) ? value | 0 : value),
  'as whole numbers': Math.trunc,
};

/** The columns of numbers that show the most wrong orders, the fewest of them; each shows one that those before do not. */
export const tellingOrders = (columns: readonly Column[], most: number): readonly Column[] =>
  chooseQuestions(
    columns.filter(({ kind }) => kind === 'number'),
    Object.entries(orderMutants).map(([name, key]) => ({ name, differs: (column) => isOutOfOrder(column, key) })),
    most,
  ).map(({ question }) => question);

/** Whether two numbers change places, or several fall together and so may stand in any order. */
function isOutOfOrder(column: Column, key: (value: number) => number | string): boolean {
  const numbers = sortedNumbers(column).slice(0, SAMPLE);
  return numbers.some((number, index) => {
    const next = numbers[index + 1];
    return next !== undefined && key(next) <= key(number);
  });
}

/** Values of a column that its order is tried on. */
const SAMPLE = 1000;
