import { coarsely, type Equality, foldAscii, isBinary, loosely, mayEqual, mustEqual, UNLEARNED } from './equality.js';
import { FALSE, OPEN, TRUE, type Truth, truth } from './truth.js';
import { pattern } from './wildcards.js';

/** Whether a column holds two texts equal. */
export const equalText = (a: string, b: string, equality: Equality): Truth =>
  mustEqual(a, b, equality) ? TRUE : mayEqual(a, b, equality) ? OPEN : FALSE;

/** Whether two texts have the same place in an order: what some collation equates is open. */
export const sameText = (a: string, b: string): Truth => equalText(a, b, UNLEARNED);

/**
 * Whether a whole text matches a pattern of `%` (any run) and `_` (any one character). Patterns with an escape or a
 * character class of some dialect are open, and so is what only a looser collation than the column is known to have
 * would match.
 */
export function likeText(text: string, asked: string, equality: Equality): Truth {
  if (/[\\[\]]/.test(asked)) return OPEN;
  const withI = equality.dots === 'folded';
  const strict =
    equality.case === 'folded' ? pattern(foldAscii(asked, withI))(foldAscii(text, withI)) : pattern(asked)(text);
  const loose = mayMatch(text, asked, equality);
  return strict === loose ? truth(strict) : OPEN;
}

function mayMatch(text: string, asked: string, equality: Equality): boolean {
  const reduce = (one: string): string => loosely(one, equality);
  if (pattern(asked)(text) || pattern(reduce(asked))(reduce(text))) return true;
  // What a pattern says of the end of a text is said of its blanks too.
  if (equality.blanks !== 'kept' && pattern(reduce(asked.trimEnd()))(reduce(text))) return true;
  if (isBinary(equality) || isPlain(text + asked)) return false;
  // A letter that some collation spells with two makes any count of characters uncertain.
  return pattern(coarsely(asked.replaceAll('_', '%')).replace(/%+/g, '%'))(coarsely(text));
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
