/**
 * Readings (implementations) of the comparison operators: the right reading, and wrong readings of
 * faulty servers. Requests are chosen for which a wrong reading returns other records than the
 * right reading.
 */

import type { Scalar } from '../../../src/protocol/export/filter.js';
import { withoutAccents } from '../model/oracle/equality.js';
import { readsAsNumber, TEXT_CLASSES } from '../model/oracle/unusual-text.js';
import { pattern } from '../model/oracle/wildcards.js';

/** Changes that careless servers make to a number. */
export const NUMBER_REDUCTIONS: Readonly<Record<string, (number: number) => number>> = {
  'as whole numbers': Math.trunc,
  'without their sign': Math.abs,
  'in 32 bits': (number) => (Number.isInteger(number) ? number | 0 : number),
  'in single precision': (number) => (Number.isInteger(number) ? Math.fround(number) : number),
};

/**
 * PHP compares texts that look like numbers as numbers (with `==`). Such a text is replaced by the
 * usual form of its number: `1.0` becomes `1`. A text that is not a number stays unchanged.
 */
export const usualNumberForm = (text: string): string =>
  readsAsNumber(text) ? String(Number(text)) : text;

/** Changes that careless servers make to a text before they compare it. */
export const TEXT_REDUCTIONS: Readonly<Record<string, (text: string) => string>> = {
  'without blanks at their ends': (text) => text.trim(),
  'in their normal form': (text) => text.normalize(),
  'without accents': withoutAccents,
  'as the number that they look like': usualNumberForm,
};

export const mapEntries = <R, M>(
  entries: Readonly<Record<string, R>>,
  change: (value: R) => M,
): Record<string, M> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, change(value)]));

/**
 * A reading takes the requested value and returns a test for the value of a record. The value of
 * the record is never null.
 */
export type OperatorReading = (asked: Asked) => (cell: Scalar) => boolean;
export type Asked = Scalar | readonly Scalar[];

/** The right reading and the wrong readings of an operator. They are not applied to nulls. */
export interface OperatorReadings {
  readonly right: OperatorReading;
  readonly wrong: Readonly<Record<string, OperatorReading>>;
}

/** The requested values as a list. `first` and `last` are its ends. */
export const list = (asked: Asked): readonly Scalar[] =>
  typeof asked === 'object' ? asked : [asked];
export const first = (asked: Asked): Scalar =>
  typeof asked === 'object' ? (asked[0] ?? '') : asked;
export const last = (asked: Asked): Scalar => list(asked).at(-1) ?? '';

/** Makes a reading that compares the text of a value with the text of the first requested value. */
export const onText =
  (rule: (asked: string) => (cell: string) => boolean): OperatorReading =>
  (asked) => {
    const holds = rule(String(first(asked)));
    return (cell) => holds(String(cell));
  };

/**
 * Makes a reading that changes numbers before it compares them. Texts are compared for equality.
 */
const comparingChangedNumbers =
  (rule: (cell: number, asked: number) => boolean) =>
  (change: (number: number) => number): OperatorReading =>
  (asked) =>
  (cell) =>
    typeof cell === 'number'
      ? rule(change(cell), change(Number(first(asked))))
      : cell === first(asked);

/** A condition on the order of a value and the bound: -1 (lower), 0 (equal) or 1 (higher). */
type Rule = (order: number) => boolean;
const order = (a: number | string, b: number | string): number => Number(a > b) - Number(a < b);

/**
 * Makes a reading that compares a number with two bounds. A single requested number is used as both
 * bounds.
 */
const onNumbers =
  (rule: (cell: number, low: number, high: number) => boolean): OperatorReading =>
  (asked) => {
    const low = Number(first(asked));
    const high = Number(last(asked));
    return (cell) => rule(Number(cell), low, high);
  };

/**
 * The readings of an operator with one bound. `wrongAtBound` differs from `rule` only if the value
 * equals the bound.
 */
export function boundReadings(rule: Rule, wrongAtBound: Rule): OperatorReadings {
  const inOrder = (cell: number, asked: number): boolean => rule(order(cell, asked));
  return {
    right: onNumbers(inOrder),
    wrong: {
      'is off at the boundary': onNumbers((cell, asked) => wrongAtBound(order(cell, asked))),
      'is reversed': onNumbers((cell, asked) => rule(order(asked, cell))),
      'compares as text': onText((asked) => (cell) => rule(order(cell, asked))),
      'cuts the bound to an integer': onNumbers((cell, asked) => inOrder(cell, Math.trunc(asked))),
      'finds no negative number': onNumbers((cell, asked) => cell >= 0 && inOrder(cell, asked)),
      ...mapEntries(NUMBER_REDUCTIONS, comparingChangedNumbers(inOrder)),
      'lowers a bound beyond 32 bits': onNumbers((cell, asked) =>
        inOrder(cell, Math.min(asked, 2 ** 31 - 1)),
      ),
      'ignores a bound of 0': onNumbers((cell, asked) => asked === 0 || inOrder(cell, asked)),
    },
  };
}

export const betweenReadings: OperatorReadings = {
  right: onNumbers((cell, low, high) => cell >= low && cell <= high),
  wrong: {
    'leaves out the lower bound': onNumbers((cell, low, high) => cell > low && cell <= high),
    'leaves out the upper bound': onNumbers((cell, low, high) => cell >= low && cell < high),
    'leaves out both bounds': onNumbers((cell, low, high) => cell > low && cell < high),
    'forgets the upper bound': onNumbers((cell, low) => cell >= low),
    'forgets the lower bound': onNumbers((cell, _, high) => cell <= high),
    'finds no negative number': onNumbers(
      (cell, low, high) => cell >= 0 && cell >= low && cell <= high,
    ),
    'finds nothing between equal bounds': onNumbers(
      (cell, low, high) => low < high && cell >= low && cell <= high,
    ),
    'puts its bounds in the order of texts': onNumbers((cell, ...bounds) => {
      const [low = 0, high = 0] = bounds.map(String).sort().map(Number);
      return cell >= low && cell <= high;
    }),
    'ignores a lower bound of 0': onNumbers(
      (cell, low, high) => (low === 0 || cell >= low) && cell <= high,
    ),
    'ignores an upper bound of 0': onNumbers(
      (cell, low, high) => cell >= low && (high === 0 || cell <= high),
    ),
    'ignores the sign of the bounds': onNumbers(
      (cell, low, high) => cell >= Math.abs(low) && cell <= Math.abs(high),
    ),
    'cuts the bounds to integers': onNumbers(
      (cell, low, high) => cell >= Math.trunc(low) && cell <= Math.trunc(high),
    ),
    'matches only the bounds themselves': onNumbers(
      (cell, low, high) => cell === low || cell === high,
    ),
    'compares as text': (asked) => (cell) =>
      String(cell) >= String(first(asked)) && String(cell) <= String(last(asked)),
  },
};

/**
 * Makes a reading that changes the requested text before it compares it with the text of a record.
 * `changeCell` changes the text of the record.
 */
const comparingChangedTexts = (
  changeAsked: (asked: string) => string,
  changeCell = (cell: string): string => cell,
): OperatorReading =>
  onText((asked) => {
    const changed = changeAsked(asked);
    return (cell) => changeCell(cell) === changed;
  });

export const equalsReadings: OperatorReadings = {
  right: (asked) => (cell) => cell === first(asked),
  wrong: {
    'matches a part': onText((asked) => (cell) => cell.includes(asked)),
    'matches a beginning': onText((asked) => (cell) => cell.startsWith(asked)),
    'takes % and _ as wildcards': onText((asked) => pattern(asked)),
    'drops the requested text after a quote or comment': comparingChangedTexts(
      (asked) => asked.split(/['";]|--|\/\*/)[0] ?? '',
    ),
    'takes + as a blank': comparingChangedTexts((asked) => asked.replaceAll('+', ' ')),
    ...mapEntries(TEXT_REDUCTIONS, (reduce) => comparingChangedTexts(reduce, reduce)),
    ...mapEntries(
      NUMBER_REDUCTIONS,
      comparingChangedNumbers((cell, asked) => cell === asked),
    ),
    'splits at commas': onText((asked) => (cell) => asked.split(',').includes(cell)),
    'cuts the requested text at 255 characters': comparingChangedTexts((asked) =>
      asked.slice(0, 255),
    ),
    'stores numbers in single precision': (asked) => (cell) =>
      typeof cell === 'number' ? Math.fround(cell) === Number(first(asked)) : cell === first(asked),
    'finds nothing if 0 is requested': (asked) => (cell) => cell === first(asked) && cell !== 0,
    'matches every value if 0 is requested': (asked) => (cell) =>
      cell === first(asked) || first(asked) === 0,
    // Each of these readings misses all texts of one class, such as texts with quotes.
    ...mapEntries(TEXT_CLASSES, (shape) =>
      onText((asked) => (cell) => cell === asked && !shape.test(asked)),
    ),
  },
};
