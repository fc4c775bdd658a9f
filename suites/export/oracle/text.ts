import { FALSE, OPEN, TRUE, type Truth, truth } from './truth.js';
import { pattern } from './wildcards.js';

/** Case and accents as a target may treat them in `=` and `LIKE`. */
export type Sensitivity = 'sensitive' | 'insensitive';

/** Whether two texts are equal; where the target ignores case, what only a looser collation equates is open. */
export function equalText(a: string, b: string, sensitivity: Sensitivity): Truth {
  if (sensitivity === 'sensitive' || a === b) return truth(a === b);
  if (foldAscii(a) === foldAscii(b)) return truth(true);
  return loosest(a) === loosest(b) ? OPEN : FALSE;
}

/** Whether two texts have the same place in an order: what some collation equates is open. */
export const sameText = (a: string, b: string): Truth => (a === b ? TRUE : loosest(a) === loosest(b) ? OPEN : FALSE);

/**
 * Whether a whole text matches a pattern of `%` (any run) and `_` (any one character). Patterns with an escape or a
 * character class of some dialect are open.
 */
export function likeText(text: string, asked: string, sensitivity: Sensitivity): Truth {
  if (/[\\[\]]/.test(asked)) return OPEN;
  if (sensitivity === 'sensitive') return truth(pattern(asked)(text));
  const strict = pattern(foldAscii(asked))(foldAscii(text));
  const full = pattern(asked.toLowerCase())(text.toLowerCase());
  const upper = pattern(asked.toUpperCase())(text.toUpperCase());
  return strict === full && full === upper ? truth(strict) : OPEN;
}

/** Lower case of A to Z alone: what every reading of "without regard to case" does. */
export const foldAscii = (text: string): string => text.replace(/[A-Z]+/g, (run) => run.toLowerCase());

/** What the loosest collation in use compares by: no case, accents, forms or trailing blanks. */
const loosest = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .replace(/\s+$/u, '');
