import { first, type Holds, last, type OperatorMutants, onText } from './operator-reading.js';

export const to32Bits = (number: number): number => (Number.isInteger(number) ? number | 0 : number);
export const toSingle = (number: number): number => (Number.isInteger(number) ? Math.fround(number) : number);

/** A comparison of numbers that have gone through a narrower type. */
export const narrowed =
  (rule: (held: number, asked: number) => boolean, narrow: (number: number) => number): Holds =>
  (asked) =>
  (held) =>
    typeof held === 'number' ? rule(narrow(held), narrow(Number(first(asked)))) : held === first(asked);

type Rule = (order: number) => boolean;
const order = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

export const boundMutants = (rule: Rule, slipped: Rule): OperatorMutants => {
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
      'takes no bound beyond 32 bits': onNumbers((held, asked) => rule(order(held, Math.min(asked, 2 ** 31 - 1)))),
      'takes 0 for no bound': onNumbers((held, asked) => asked === 0 || rule(order(held, asked))),
    },
  };
};

const range =
  (rule: (held: number, low: number, high: number) => boolean): Holds =>
  (asked) => {
    const [low, high] = [Number(first(asked)), Number(last(asked))];
    return (held) => rule(Number(held), low, high);
  };

export const betweenMutants: OperatorMutants = {
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
    'cuts the bounds to integers': range((held, low, high) => held >= Math.trunc(low) && held <= Math.trunc(high)),
    'takes the bounds as a list': range((held, low, high) => held === low || held === high),
    'compares as text': (asked) => (held) =>
      String(held) >= String(first(asked)) && String(held) <= String(last(asked)),
  },
};
