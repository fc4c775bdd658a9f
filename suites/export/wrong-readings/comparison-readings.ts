/**
 * Wrong implementations of the comparison operators, as functions. Questions are chosen so that
 * these implementations return other records.
 */

import type { Scalar } from '../../../src/protocol/export/filter.js';
import { withoutAccents } from '../model/oracle/equality.js';
import { readsAsNumber, TEXT_CLASSES } from '../model/oracle/odd-text.js';
import { pattern } from '../model/oracle/wildcards.js';

/** Changes that careless servers apply to a number before they compare, order or group by it. */
export const NUMBER_REDUCTIONS: Readonly<Record<string, (number: number) => number>> = {
  'as whole numbers': Math.trunc,
  'without their sign': Math.abs,
  'in 32 bits': (number) => (Number.isInteger(number) ? number | 0 : number),
  'in single precision': (number) => (Number.isInteger(number) ? Math.fround(number) : number),
};

/**
 * The number that a loosely typed server reads in a text, as PHP does in a comparison with `==`.
 */
export const asNumber = (text: string): string =>
  readsAsNumber(text) ? String(Number(text)) : text;

/** Changes that careless servers apply to a text before they compare it. */
export const TEXT_REDUCTIONS: Readonly<Record<string, (text: string) => string>> = {
  'without blanks at their ends': (text) => text.trim(),
  'in their normal form': (text) => text.normalize(),
  'without accents': withoutAccents,
  'as the number that they look like': asNumber,
};

/** Makes a wrong reading for each entry of a table, under the same name. */
export const forEach = <R, M>(
  kinds: Readonly<Record<string, R>>,
  read: (kind: R) => M,
): Record<string, M> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, read(kind)]));

/**
 * One reading of an operator: a function that tells whether a value that is not null satisfies the
 * operator for a requested value.
 */
export type Holds = (asked: Asked) => (held: Scalar) => boolean;
export type Asked = Scalar | readonly Scalar[];

/**
 * The right reading of an operator, and the wrong readings of known servers. Readings of null are
 * elsewhere.
 */
export interface OperatorReadings {
  readonly right: Holds;
  readonly wrong: Readonly<Record<string, Holds>>;
}

export const list = (asked: Asked): readonly Scalar[] =>
  typeof asked === 'object' ? asked : [asked];
export const first = (asked: Asked): Scalar =>
  typeof asked === 'object' ? (asked[0] ?? '') : asked;
export const last = (asked: Asked): Scalar => list(asked).at(-1) ?? '';

/** A reading that compares a text with the requested text. */
export const onText =
  (rule: (asked: string) => (held: string) => boolean): Holds =>
  (asked) => {
    const holds = rule(String(first(asked)));
    return (held) => holds(String(held));
  };

/** A reading that changes numbers before it compares them. A text equals only itself. */
const narrowed =
  (rule: (held: number, asked: number) => boolean) =>
  (narrow: (number: number) => number): Holds =>
  (asked) =>
  (held) =>
    typeof held === 'number'
      ? rule(narrow(held), narrow(Number(first(asked))))
      : held === first(asked);

type Rule = (order: number) => boolean;
const order = (a: number | string, b: number | string): number => Number(a > b) - Number(a < b);

/** A reading that compares a number with two requested numbers; a single number is used twice. */
const range =
  (rule: (held: number, low: number, high: number) => boolean): Holds =>
  (asked) => {
    const low = Number(first(asked));
    const high = Number(last(asked));
    return (held) => rule(Number(held), low, high);
  };

export function boundReadings(rule: Rule, slipped: Rule): OperatorReadings {
  const inOrder = (held: number, asked: number): boolean => rule(order(held, asked));
  return {
    right: range(inOrder),
    wrong: {
      'is off at the boundary': range((held, asked) => slipped(order(held, asked))),
      'is reversed': range((held, asked) => rule(order(asked, held))),
      'compares as text': onText((asked) => (held) => rule(order(held, asked))),
      'cuts the bound to an integer': range((held, asked) => inOrder(held, Math.trunc(asked))),
      'finds no negative number': range((held, asked) => held >= 0 && inOrder(held, asked)),
      ...forEach(NUMBER_REDUCTIONS, narrowed(inOrder)),
      'takes no bound beyond 32 bits': range((held, asked) =>
        inOrder(held, Math.min(asked, 2 ** 31 - 1)),
      ),
      'takes 0 for no bound': range((held, asked) => asked === 0 || inOrder(held, asked)),
    },
  };
}

export const betweenReadings: OperatorReadings = {
  right: range((held, low, high) => held >= low && held <= high),
  wrong: {
    'leaves out the lower bound': range((held, low, high) => held > low && held <= high),
    'leaves out the upper bound': range((held, low, high) => held >= low && held < high),
    'leaves out both bounds': range((held, low, high) => held > low && held < high),
    'forgets the upper bound': range((held, low) => held >= low),
    'forgets the lower bound': range((held, _, high) => held <= high),
    'finds no negative number': range(
      (held, low, high) => held >= 0 && held >= low && held <= high,
    ),
    'finds nothing between equal bounds': range(
      (held, low, high) => low < high && held >= low && held <= high,
    ),
    'takes 0 for no lower bound': range(
      (held, low, high) => (low === 0 || held >= low) && held <= high,
    ),
    'takes 0 for no upper bound': range(
      (held, low, high) => held >= low && (high === 0 || held <= high),
    ),
    'ignores the sign of the bounds': range(
      (held, low, high) => held >= Math.abs(low) && held <= Math.abs(high),
    ),
    'cuts the bounds to integers': range(
      (held, low, high) => held >= Math.trunc(low) && held <= Math.trunc(high),
    ),
    'takes the bounds as a list': range((held, low, high) => held === low || held === high),
    'compares as text': (asked) => (held) =>
      String(held) >= String(first(asked)) && String(held) <= String(last(asked)),
  },
};

/** A reading in which two texts are equal if their changed forms are equal. */
const written = (
  change: (asked: string) => string,
  ofHeld = (held: string): string => held,
): Holds =>
  onText((asked) => {
    const changed = change(asked);
    return (held) => ofHeld(held) === changed;
  });

export const equalsReadings: OperatorReadings = {
  right: (asked) => (held) => held === first(asked),
  wrong: {
    'matches a part': onText((asked) => (held) => held.includes(asked)),
    'matches a beginning': onText((asked) => (held) => held.startsWith(asked)),
    'takes % and _ as wildcards': onText((asked) => pattern(asked)),
    'drops what follows a quote or comment': written(
      (asked) => asked.split(/['";]|--|\/\*/)[0] ?? '',
    ),
    'takes + as a blank': written((asked) => asked.replaceAll('+', ' ')),
    ...forEach(TEXT_REDUCTIONS, (reduce) => written(reduce, reduce)),
    ...forEach(
      NUMBER_REDUCTIONS,
      narrowed((held, asked) => held === asked),
    ),
    'splits at commas': onText((asked) => (held) => asked.split(',').includes(held)),
    'cuts what is asked at 255 characters': written((asked) => asked.slice(0, 255)),
    'keeps numbers in single precision': (asked) => (held) =>
      typeof held === 'number' ? Math.fround(held) === Number(first(asked)) : held === first(asked),
    'finds nothing for 0': (asked) => (held) => held === first(asked) && held !== 0,
    'takes 0 for no value': (asked) => (held) => held === first(asked) || first(asked) === 0,
    // Readings that do not find any text of a class.
    ...forEach(TEXT_CLASSES, (shape) =>
      onText((asked) => (held) => held === asked && !shape.test(asked)),
    ),
  },
};
