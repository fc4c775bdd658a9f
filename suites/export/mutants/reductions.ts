import { withoutAccents } from '../oracle/equality.js';
import { readsAsNumber } from '../oracle/odd-text.js';

/** What careless servers reduce a number to before they compare it, or order or group by it. */
export const NUMBER_REDUCTIONS: Readonly<Record<string, (number: number) => number>> = {
  'as whole numbers': Math.trunc,
  'without their sign': Math.abs,
  'in 32 bits': (number) => (Number.isInteger(number) ? number | 0 : number),
  'in single precision': (number) => (Number.isInteger(number) ? Math.fround(number) : number),
};

/** What they take for a number, as PHP does where it compares with `==`. */
export const asNumber = (text: string): string => (readsAsNumber(text) ? String(Number(text)) : text);

/** What they reduce a text to before they compare it. */
export const TEXT_REDUCTIONS: Readonly<Record<string, (text: string) => string>> = {
  'without blanks at their ends': (text) => text.trim(),
  'in their normal form': (text) => text.normalize(),
  'without accents': withoutAccents,
  'as the number that they look like': asNumber,
};

/** A wrong reading for each of some reductions, or of some kinds of values, under the same names. */
export const forEach = <R, M>(kinds: Readonly<Record<string, R>>, mutant: (kind: R) => M): Record<string, M> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, mutant(kind)]));
