import { coarsely, type Equality, foldAscii, isAscii, isBinary, loosely, subsetsOf } from './equality.js';
import { keptFor, memoized } from './memoized.js';
import { OPEN, type Truth, truth } from './truth.js';

/**
 * Whether a whole text matches a pattern of `%` (any run) and `_` (any one character), as SQL's `LIKE` without an escape
 * has it. A character is a code point. Takes time in proportion to text times pattern at most, whatever the pattern: a
 * regular expression with several runs may take years on a long text.
 */
export function pattern(source: string): (text: string) => boolean {
  const parts = source.split('%').map(endOf);
  return (text) => {
    let at = 0;
    for (const [index, endAt] of parts.entries()) {
      const isEnd = (end: number): boolean => (index < parts.length - 1 ? end >= 0 : end === text.length);
      let end = endAt(text, at);
      // Behind a run a part may begin later. Where it comes first, what follows has the most room.
      for (let from = at; index > 0 && !isEnd(end) && from < text.length; end = endAt(text, from))
        from += widthAt(text, from);
      if (!isEnd(end)) return false;
      at = end;
    }
    return true;
  };
}

/** Where a part without runs ends in a text that has it at a place; -1 where it is not there. */
function endOf(part: string): (text: string, at: number) => number {
  if (!part.includes('_')) return (text, at) => (text.startsWith(part, at) ? at + part.length : -1);
  return (text, begin) => {
    let at = begin;
    for (const c of part) {
      if (at >= text.length || (c !== '_' && !text.startsWith(c, at))) return -1;
      at += c === '_' ? widthAt(text, at) : c.length;
    }
    return at;
  };
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/**
 * Whether a whole text matches a pattern. Patterns with an escape or a character class of some dialect are open, and so
 * is what only a looser collation than the column is known to have would match.
 */
export const likeText = (text: string, asked: string, equality: Equality): Truth => matchers(equality)(asked)(text);

/** A pattern is put to every text of a column. */
const matchers = keptFor((equality: Equality) => memoized((asked: string) => matcher(asked, equality), 1000));

function matcher(asked: string, equality: Equality): (text: string) => Truth {
  if (/[\\[\]]/.test(asked)) return () => OPEN;
  const withI = equality.dots === 'folded';
  const [exact, folded] = [pattern(asked), pattern(foldAscii(asked, withI))];
  const mayMatch = looseMatcher(asked, equality);
  const composed = composer(equality);
  const matchesComposed = pattern(composed(foldAscii(asked, withI)));
  return (text) => {
    const strict = equality.case === 'folded' ? folded(foldAscii(text, withI)) : exact(text);
    // A mark may be a part of the letter before it, which then is another letter.
    const isSure = composed(text) === text || matchesComposed(composed(foldAscii(text, withI)));
    const loose = exact(text) || mayMatch(text);
    return strict === (strict ? isSure : loose) ? truth(strict) : OPEN;
  };
}

/** Composes letters with their marks, where a column may hold both forms equal. */
function composer({ forms, width }: Equality): (text: string) => string {
  if (forms === 'kept' && width === 'kept') return (text) => text;
  const form = width === 'kept' ? 'NFC' : 'NFKC';
  return (text) => (isAscii(text) ? text : text.normalize(form));
}

function looseMatcher(asked: string, equality: Equality): (text: string) => boolean {
  const reduced = mayFold(equality).map((reading) => ({ reading, matches: pattern(loosely(asked, reading)) }));
  // A letter that some collation spells with two makes any count of characters uncertain.
  const coarse = isBinary(equality) ? undefined : pattern(coarsely(asked.replaceAll('_', '%')).replace(/%+/g, '%'));
  return (text) => {
    if (reduced.some(({ reading, matches }) => matches(loosely(text, reading)))) return true;
    return coarse !== undefined && !(isAscii(asked) && isAscii(text)) && coarse(coarsely(text));
  };
}

/** What may be folded, with and without what changes the count of characters that `_` stands for. */
const mayFold = (equality: Equality): readonly Equality[] => {
  const unknown = (['blanks', 'width'] as const).filter((trait) => equality[trait] === 'unknown');
  return subsetsOf(unknown).map((kept) => ({
    ...equality,
    ...Object.fromEntries(kept.map((trait) => [trait, 'kept' as const])),
  }));
};
