/**
 * Readings (implementations) of every filter operator as functions: the right reading, and wrong
 * readings of faulty servers. The suite chooses requests for which a wrong reading returns other
 * records than the right reading.
 */

import {
  negationOf,
  type Operator,
  type PositiveOperator,
  type Scalar,
  takes,
} from '../../../src/protocol/export/filter.js';
import { ORDERS } from '../model/oracle/criterion.js';
import { readsAsNumber } from '../model/oracle/unusual-text.js';
import { pattern } from '../model/oracle/wildcards.js';
import {
  betweenReadings,
  boundReadings,
  equalsReadings,
  first,
  last,
  list,
  mapEntries,
  type OperatorReading,
  type OperatorReadings,
  onText,
} from './comparison-readings.js';

/** Makes a reading of IN that uses some of the requested values. */
export const among =
  (some: (asked: readonly Scalar[]) => readonly Scalar[]): OperatorReading =>
  (asked) => {
    const values = some(list(asked));
    return (cell) => values.includes(cell);
  };

/** Values that are assumed not to occur in the data, for lists with an absent value. */
export const ABSENT = {
  /** The first numbers fit 16 bits, because a narrow column may refuse larger numbers. */
  numbers: [31_999, 31_997, 31_991, 987_654_321],
  text: 'assayabsent',
} as const;
/** A number that none of the values equals. */
export const absentNumber = (values: readonly Scalar[]): number =>
  ABSENT.numbers.find((number) => !values.includes(number)) ?? ABSENT.numbers[0];
const isAbsent = (value: Scalar): boolean =>
  value === ABSENT.text ||
  (typeof value === 'number' && (ABSENT.numbers as readonly number[]).includes(value));

/** Whether two different values are equal as numbers, as in a PHP comparison with `==`. */
const isSameNumber = (a: Scalar, b: Scalar): boolean =>
  a !== b && [a, b].every((value) => readsAsNumber(String(value))) && Number(a) === Number(b);

const inReadings: OperatorReadings = {
  right: among((asked) => asked),
  wrong: {
    'takes the first value only': among((asked) => asked.slice(0, 1)),
    'takes the last value only': among((asked) => asked.slice(-1)),
    'ignores the first value': among((asked) => asked.slice(1)),
    'ignores the last value': among((asked) => asked.slice(0, -1)),
    'takes two values only': among((asked) => asked.slice(0, 2)),
    'takes five values only': among((asked) => asked.slice(0, 5)),
    'finds nothing when a value is given twice': among((asked) =>
      new Set(asked).size < asked.length ? [] : asked,
    ),
    'leaves out values that are given twice': among((asked) =>
      asked.filter((value) => asked.indexOf(value) === asked.lastIndexOf(value)),
    ),
    'finds nothing for one value': among((asked) => (asked.length === 1 ? [] : asked)),
    'splits a single value into its characters': among((asked) =>
      asked.length === 1 ? [...String(asked[0])] : asked,
    ),
    'finds nothing when a value is absent': among((asked) => (asked.some(isAbsent) ? [] : asked)),
    'takes % and _ as wildcards': (asked) => {
      const matches = list(asked).map((value) => pattern(String(value)));
      return (cell) => matches.some((match) => match(String(cell)));
    },
    'drops values that equal another value as numbers': among((asked) =>
      asked.filter((value, at) => !asked.slice(0, at).some((other) => isSameNumber(other, value))),
    ),
    'takes the values as bounds': (asked) => (cell) => cell >= first(asked) && cell <= last(asked),
    'finds values that contain a value of the list': (asked) => (cell) =>
      list(asked).some((value) => String(cell).includes(String(value))),
    'finds values contained in a value of the list': (asked) => (cell) =>
      list(asked).some((value) => String(value).includes(String(cell))),
  },
};

const CONTRARY_BOUNDS = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' } as const;

/**
 * Returns the operator that selects all records that this operator excludes, except nulls. Returns
 * undefined for negations.
 */
export const contraryOf = (operator: Operator): Operator | undefined =>
  takes(operator, 'bound') ? CONTRARY_BOUNDS[operator] : negationOf(operator);

/** A pattern up to and including its nth `%`. */
const upToPercent = (n: number, asked: string): string => {
  const parts = asked.split('%');
  return parts.length > n ? `${parts.slice(0, n).join('%')}%` : asked;
};

/** Makes a reading of LIKE that rewrites the pattern and the text of a cell before it matches. */
const afterRewriting = (rewrite: (text: string) => string): OperatorReading =>
  onText((asked) => {
    const matches = pattern(rewrite(asked));
    return (cell) => matches(rewrite(cell));
  });

const likeReadings: OperatorReadings = {
  right: onText((asked) => pattern(asked)),
  wrong: {
    'ignores letter case': afterRewriting((text) => text.toLowerCase()),
    'is not anchored': onText((asked) => pattern(`%${asked}%`)),
    'is not anchored at the start': onText((asked) => pattern(`%${asked}`)),
    'is not anchored at the end': onText((asked) => pattern(`${asked}%`)),
    'is not anchored at the end if the pattern begins with _': onText((asked) =>
      pattern(/^_.*[^%]$/s.test(asked) ? `${asked}%` : asked),
    ),
    'is not anchored at the start if the pattern ends with _': onText((asked) =>
      pattern(/^[^%].*_$/s.test(asked) ? `%${asked}` : asked),
    ),
    // A private-use character has no meaning in a pattern. It replaces `_` in pattern and text.
    'takes _ literally': afterRewriting((text) => text.replaceAll('_', '\ue05f')),
    'takes _ as one byte': afterRewriting((text) => Buffer.from(text).toString('latin1')),
    // Each half of a surrogate pair becomes one character.
    'takes _ as one unit of UTF-16': afterRewriting((text) =>
      text.replace(/[\ud800-\udfff]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0x800)),
    ),
    'takes _ as any number of characters': onText((asked) => pattern(asked.replaceAll('_', '%'))),
    'takes _ as zero or one character': onText((asked) => {
      const matches = pattern(asked);
      const none = pattern(asked.replaceAll('_', ''));
      return (cell) => matches(cell) || none(cell);
    }),
    'stops % at a line break': onText((asked) => {
      const matches = pattern(asked);
      return (cell) => matches(cell) && cell.includes('\n') === asked.includes('\n');
    }),
    'takes % literally': afterRewriting((text) => text.replaceAll('%', '\ue025')),
    'takes % as at least one character': onText((asked) => pattern(asked.replaceAll('%', '_%'))),
    'takes % as exactly one character': onText((asked) => pattern(asked.replaceAll('%', '_'))),
    'drops every second %': onText((asked) => pattern(asked.replace(/(%[^%]*)%/g, '$1'))),
    'drops the text after the second %': onText((asked) => pattern(upToPercent(2, asked))),
    'drops the text after the third %': onText((asked) => pattern(upToPercent(3, asked))),
    'trims the pattern': onText((asked) => pattern(asked.trim())),
    'takes several blanks as one': onText((asked) => pattern(asked.replace(/ {2,}/g, ' '))),
    'takes several _ as one': onText((asked) => pattern(asked.replace(/__+/g, '_'))),
    'takes a dot as any character': onText((asked) => pattern(asked.replaceAll('.', '_'))),
    'takes parentheses, + and * as syntax': onText((asked) =>
      pattern(asked.replace(/[()+*]/g, '')),
    ),
  },
};

/** The readings of ILIKE, made from the readings of LIKE. */
function withoutCase({ right, wrong }: OperatorReadings): OperatorReadings {
  const fold = (reading: OperatorReading): OperatorReading =>
    onText((asked) => {
      const holds = reading(asked.toLowerCase());
      return (cell) => holds(cell.toLowerCase());
    });
  return {
    right: fold(right),
    wrong: {
      ...mapEntries(wrong, fold),
      'respects letter case': right,
      'respects letter case if the pattern has no %': onText((asked) =>
        asked.includes('%') ? fold(right)(asked) : (cell) => cell === asked,
      ),
      'ignores the letter case of the data only': onText((asked) => {
        const holds = right(asked);
        return (cell) => holds(cell.toLowerCase());
      }),
      'ignores the letter case of the pattern only': onText((asked) => right(asked.toLowerCase())),
      'changes only ASCII letters of the pattern to lower case': onText((asked) => {
        const holds = right(asked.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
        return (cell) => holds(cell.toLowerCase());
      }),
    },
  };
}

/** Adds the wrong reading that treats an operator as its negation. */
const withOpposite = ({ right, wrong }: OperatorReadings): OperatorReadings => ({
  right,
  wrong: {
    ...wrong,
    'means the opposite': (asked) => {
      const holds = right(asked);
      return (cell) => !holds(cell);
    },
  },
});

/**
 * The readings of the positive operators. A negation has the wrong readings of the operator that it
 * negates. `IS` takes no value, so it has no entry.
 */
export const operatorReadings: Readonly<Record<PositiveOperator, OperatorReadings>> = {
  '=': withOpposite(equalsReadings),
  '>': boundReadings(ORDERS['>'], ORDERS['>=']),
  '>=': boundReadings(ORDERS['>='], ORDERS['>']),
  '<': boundReadings(ORDERS['<'], ORDERS['<=']),
  '<=': boundReadings(ORDERS['<='], ORDERS['<']),
  LIKE: withOpposite(likeReadings),
  ILIKE: withOpposite(withoutCase(likeReadings)),
  IN: withOpposite(inReadings),
  BETWEEN: withOpposite(betweenReadings),
};
