import { TEXT_CLASSES } from '../oracle/odd-text.js';
import { pattern } from '../oracle/wildcards.js';
import type { PositiveOperator, Scalar } from '../request/filter.js';

/** A reading of an operator: for what is asked, whether a value that is not null satisfies it. */
type Holds = (asked: Asked) => (held: Scalar) => boolean;
type Asked = Scalar | readonly Scalar[];

/** The right reading of an operator and wrong ones that servers are known to have. Nulls are judged elsewhere. */
export interface OperatorMutants {
  readonly right: Holds;
  readonly wrong: Readonly<Record<string, Holds>>;
}

const list = (asked: Asked): readonly Scalar[] => (typeof asked === 'object' ? asked : [asked]);
const first = (asked: Asked): Scalar => list(asked)[0] ?? '';
const last = (asked: Asked): Scalar => list(asked).at(-1) ?? '';

/** A reading of the text of a value against the text that is asked for. */
const onText =
  (rule: (asked: string) => (held: string) => boolean): Holds =>
  (asked) => {
    const holds = rule(String(first(asked)));
    return (held) => holds(String(held));
  };

const to32Bits = (number: number): number => (Number.isInteger(number) ? number | 0 : number);
const toSingle = (number: number): number => (Number.isInteger(number) ? Math.fround(number) : number);

/** A comparison of numbers that have gone through a narrower type. */
const narrowed =
  (rule: (held: number, asked: number) => boolean, narrow: (number: number) => number): Holds =>
  (asked) =>
  (held) =>
    typeof held === 'number' ? rule(narrow(held), narrow(Number(first(asked)))) : held === first(asked);

const equalsMutants: OperatorMutants = {
  right: (asked) => (held) => held === first(asked),
  wrong: {
    'trims blanks': onText((asked) => (held) => held.trim() === asked.trim()),
    'equates normal forms': onText((asked) => (held) => held.normalize() === asked.normalize()),
    'matches a part': onText((asked) => (held) => held.includes(asked)),
    'matches a beginning': onText((asked) => (held) => held.startsWith(asked)),
    'takes % and _ as wildcards': onText((asked) => pattern(asked)),
    'drops what follows a quote or comment': onText(
      (asked) => (held) => held === (asked.split(/['";]|--|\/\*/)[0] ?? ''),
    ),
    'takes + as a blank': onText((asked) => (held) => held === asked.replaceAll('+', ' ')),
    'ignores accents': onText(
      (asked) => (held) =>
        held.normalize('NFD').replace(/\p{M}+/gu, '') === asked.normalize('NFD').replace(/\p{M}+/gu, ''),
    ),
    'takes text that looks like a number for one': onText(
      (asked) => (held) =>
        held === asked || (/^\d+$/.test(held) && /^\d+$/.test(asked) && Number(held) === Number(asked)),
    ),
    'ignores the sign of numbers': (asked) => (held) =>
      typeof held === 'number' ? Math.abs(held) === Math.abs(Number(first(asked))) : held === first(asked),
    'cuts numbers to integers': (asked) => (held) =>
      typeof held === 'number' ? Math.trunc(held) === Math.trunc(Number(first(asked))) : held === first(asked),
    'splits at commas': onText((asked) => (held) => asked.split(',').includes(held)),
    'cuts what is asked at 255 characters': onText((asked) => (held) => held === asked.slice(0, 255)),
    'takes 32 bits of numbers': narrowed((held, asked) => held === asked, to32Bits),
    'takes whole numbers in single precision': narrowed((held, asked) => held === asked, toSingle),
    'finds nothing for 0': (asked) => (held) => held === first(asked) && held !== 0,
    'takes 0 for no value': (asked) => (held) => held === first(asked) || first(asked) === 0,
    ...Object.fromEntries(
      Object.entries(TEXT_CLASSES).map(([name, shape]) => [
        `finds no text with ${name}`,
        onText((asked) => (held) => held === asked && !shape.test(asked)),
      ]),
    ),
  },
};

type Rule = (order: number) => boolean;
const order = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

const boundMutants = (rule: Rule, slipped: Rule): OperatorMutants => {
  const onNumbers =
    (reading: (held: number, asked: number) => boolean): Holds =>
    (asked) =>
    (held) =>
      reading(Number(held), Number(first(asked)));
  return {
    right: onNumbers((held, asked) => rule(order(held, asked))),
    wrong: {
      'is off at the boundary': onNumbers((held, asked) => slipped(order(held, asked))),
      'is reversed': onNumbers((held, asked) => rule(order(asked, held))),
      'compares as text': onText((asked) => (held) => rule(order(held, asked))),
      'rounds to whole numbers': onNumbers((held, asked) => rule(order(Math.trunc(held), Math.trunc(asked)))),
      'cuts the bound to an integer': onNumbers((held, asked) => rule(order(held, Math.trunc(asked)))),
      'ignores the sign': onNumbers((held, asked) => rule(order(Math.abs(held), Math.abs(asked)))),
      'finds no negative number': onNumbers((held, asked) => held >= 0 && rule(order(held, asked))),
      'takes 32 bits': narrowed((held, asked) => rule(order(held, asked)), to32Bits),
      'takes 0 for no bound': onNumbers((held, asked) => asked === 0 || rule(order(held, asked))),
    },
  };
};

/** A pattern up to its nth run of any characters. */
const upTo = (asked: string, count: number): string => {
  const parts = asked.split('%');
  return parts.length > count ? `${parts.slice(0, count).join('%')}%` : asked;
};

const likeMutants: OperatorMutants = {
  right: onText((asked) => pattern(asked)),
  wrong: {
    'ignores case': onText((asked) => {
      const matches = pattern(asked.toLowerCase());
      return (held) => matches(held.toLowerCase());
    }),
    'is not anchored': onText((asked) => pattern(`%${asked}%`)),
    'is not anchored at the start': onText((asked) => pattern(`%${asked}`)),
    'is not anchored at the end': onText((asked) => pattern(`${asked}%`)),
    'takes _ literally': onText((asked) => pattern(asked, { anyOne: '' })),
    'takes _ as any run': onText((asked) => pattern(asked.replaceAll('_', '%'))),
    'takes _ as none or one': onText((asked) => {
      const [matches, none] = [pattern(asked), pattern(asked.replaceAll('_', ''))];
      return (held) => matches(held) || none(held);
    }),
    'stops % at a line break': onText((asked) => {
      const matches = pattern(asked);
      return (held) => matches(held) && held.includes('\n') === asked.includes('\n');
    }),
    'takes % literally': onText((asked) => pattern(asked, { anyRun: '' })),
    'takes % as at least one': onText((asked) => pattern(asked.replaceAll('%', '_%'))),
    'takes % as one': onText((asked) => pattern(asked.replaceAll('%', '_'))),
    'honours only the first %': onText((asked) => pattern(asked.replace(/(%[^%]*)%/g, '$1'))),
    'drops what follows the second %': onText((asked) => pattern(upTo(asked, 2))),
    'drops what follows the third %': onText((asked) => pattern(upTo(asked, 3))),
    'trims the pattern': onText((asked) => pattern(asked.trim())),
    'takes several _ as one': onText((asked) => pattern(asked.replace(/__+/g, '_'))),
    'takes a dot as any character': onText((asked) => pattern(asked.replaceAll('.', '_'))),
    'takes parentheses, + and * as syntax': onText((asked) => pattern(asked.replace(/[()+*]/g, ''))),
  },
};

const among =
  (some: (asked: readonly Scalar[]) => readonly Scalar[]): Holds =>
  (asked) => {
    const values = some(list(asked));
    return (held) => values.includes(held);
  };

/** Values that are looked for in vain, for lists that hold one. */
export const ABSENT = {
  /** Within 16 bits, for a column may be no wider and refuse larger ones. */
  numbers: [31_999, 31_997, 31_991, 987_654_321],
  text: 'assayabsent',
} as const;
const isAbsent = (value: Scalar): boolean =>
  value === ABSENT.text || (typeof value === 'number' && (ABSENT.numbers as readonly number[]).includes(value));

const inMutants: OperatorMutants = {
  right: among((asked) => asked),
  wrong: {
    'takes the first value only': among((asked) => asked.slice(0, 1)),
    'takes the last value only': among((asked) => asked.slice(-1)),
    'forgets the first value': among((asked) => asked.slice(1)),
    'forgets the last value': among((asked) => asked.slice(0, -1)),
    'takes two values only': among((asked) => asked.slice(0, 2)),
    'takes five values only': among((asked) => asked.slice(0, 5)),
    'finds nothing when a value is given twice': among((asked) => (new Set(asked).size < asked.length ? [] : asked)),
    'leaves out what is given twice': among((asked) =>
      asked.filter((value) => asked.indexOf(value) === asked.lastIndexOf(value)),
    ),
    'finds nothing for one value': among((asked) => (asked.length === 1 ? [] : asked)),
    'takes one value letter by letter': among((asked) => (asked.length === 1 ? [...String(asked[0])] : asked)),
    'finds nothing when a value is absent': among((asked) => (asked.some(isAbsent) ? [] : asked)),
    'takes the values as bounds': (asked) => (held) => held >= first(asked) && held <= last(asked),
    'finds values that hold one of the list': (asked) => (held) =>
      list(asked).some((value) => String(held).includes(String(value))),
    'finds values that one of the list holds': (asked) => (held) =>
      list(asked).some((value) => String(value).includes(String(held))),
  },
};

const range =
  (rule: (held: number, low: number, high: number) => boolean): Holds =>
  (asked) => {
    const [low, high] = [Number(first(asked)), Number(last(asked))];
    return (held) => rule(Number(held), low, high);
  };

const betweenMutants: OperatorMutants = {
  right: range((held, low, high) => held >= low && held <= high),
  wrong: {
    'leaves out the lower bound': range((held, low, high) => held > low && held <= high),
    'leaves out the upper bound': range((held, low, high) => held >= low && held < high),
    'leaves out both bounds': range((held, low, high) => held > low && held < high),
    'forgets the upper bound': range((held, low) => held >= low),
    'forgets the lower bound': range((held, _, high) => held <= high),
    'finds no negative number': range((held, low, high) => held >= 0 && held >= low && held <= high),
    'finds nothing between equal bounds': range((held, low, high) => low < high && held >= low && held <= high),
    'takes 0 for no bound': range((held, low, high) => (low === 0 || held >= low) && (high === 0 || held <= high)),
    'ignores the sign of the bounds': range((held, low, high) => held >= Math.abs(low) && held <= Math.abs(high)),
    'takes the bounds as a list': range((held, low, high) => held === low || held === high),
    'compares as text': (asked) => (held) =>
      String(held) >= String(first(asked)) && String(held) <= String(last(asked)),
  },
};

const inverse =
  (reading: Holds): Holds =>
  (asked) => {
    const holds = reading(asked);
    return (held) => !holds(held);
  };

const mapped = (wrong: OperatorMutants['wrong'], change: (reading: Holds) => Holds): OperatorMutants['wrong'] =>
  Object.fromEntries(Object.entries(wrong).map(([name, reading]) => [name, change(reading)]));

/** A server may take an operator for its negation. */
const orOpposite = ({ right, wrong }: OperatorMutants): OperatorMutants => ({
  right,
  wrong: { ...wrong, 'means the opposite': inverse(right) },
});

function withoutCase({ right, wrong }: OperatorMutants): OperatorMutants {
  const fold = (reading: Holds): Holds =>
    onText((asked) => {
      const holds = reading(asked.toLowerCase());
      return (held) => holds(held.toLowerCase());
    });
  return {
    right: fold(right),
    wrong: {
      ...mapped(wrong, fold),
      'respects case': right,
      'respects case without %': onText((asked) =>
        asked.includes('%') ? fold(right)(asked) : (held) => held === asked,
      ),
      'ignores the case of the data only': onText((asked) => {
        const holds = right(asked);
        return (held) => holds(held.toLowerCase());
      }),
      'ignores the case of the pattern only': onText((asked) => right(asked.toLowerCase())),
    },
  };
}

/** Operators that are negations have the wrong readings of what they negate. `IS` takes no value. */
export const operatorMutants: Readonly<Record<PositiveOperator, OperatorMutants>> = {
  '=': orOpposite(equalsMutants),
  '>': boundMutants(
    (order) => order > 0,
    (order) => order >= 0,
  ),
  '>=': boundMutants(
    (order) => order >= 0,
    (order) => order > 0,
  ),
  '<': boundMutants(
    (order) => order < 0,
    (order) => order <= 0,
  ),
  '<=': boundMutants(
    (order) => order <= 0,
    (order) => order < 0,
  ),
  LIKE: orOpposite(likeMutants),
  ILIKE: orOpposite(withoutCase(likeMutants)),
  IN: orOpposite(inMutants),
  BETWEEN: orOpposite(betweenMutants),
};
