import { FALSE, OPEN, TRUE, type Truth, truth } from './truth.js';

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
export function likeText(text: string, pattern: string, sensitivity: Sensitivity): Truth {
  if (/[\\[\]]/.test(pattern)) return OPEN;
  if (sensitivity === 'sensitive') return truth(matches(text, pattern));
  const strict = matches(foldAscii(text), foldAscii(pattern));
  const full = matches(text.toLowerCase(), pattern.toLowerCase());
  const upper = matches(text.toUpperCase(), pattern.toUpperCase());
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

const compiled = new Map<string, RegExp>();

function matches(text: string, pattern: string): boolean {
  let made = compiled.get(pattern);
  if (made === undefined) {
    const source = [...pattern.replace(/%+/g, '%')]
      .map((c) => (c === '%' ? '[^]*' : c === '_' ? '[^]' : c.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')))
      .join('');
    made = new RegExp(`^${source}$`, 'u');
    if (compiled.size > 5000) compiled.clear();
    compiled.set(pattern, made);
  }
  return made.test(text);
}
